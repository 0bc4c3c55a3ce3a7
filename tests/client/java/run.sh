#!/usr/bin/env bash
# Generates a Java client with OpenAPI Generator, with which two bots play every ruleset to its end. The generator
# contains Jackson, so it is used as the class path. See tests/serve.sh for the server.
set -euo pipefail
cd "$(dirname "$0")/../../.."
source tests/serve.sh
source tests/client/common.sh

annotations=/usr/share/java/geronimo-annotation-1.3-spec.jar
needs javac default-jdk-headless
[ -e "$annotations" ] || { echo "javax.annotation is missing: apt-get install libgeronimo-annotation-1.3-spec-java"; exit 1; }
openapi_generator java -g java --library native -p openApiNullable=false,useOneOfDiscriminatorLookup=true
here=$clients/java
compile() { javac "${jvm[@]/#/-J}" -proc:none -nowarn -Xlint:none -d "$1" -cp "$here/classes:$generator:$annotations" "${@:2}" 2>"$here/javac" || { cat "$here/javac"; exit 1; }; }
if [ ! -e "$here/compiled" ]; then
    find "$here/client/src/main" -name '*.java' >"$here/sources"
    compile "$here/classes" "@$here/sources"
    touch "$here/compiled"
fi
compile "$here/bot" tests/client/java/*.java
serve --log warn
java "${jvm[@]}" -cp "$here/bot:$here/classes:$generator:$annotations" Bot "$url"
still_serves
