# The npm packages of tests/web; source it in that folder. They are reinstalled only if the lock file has changed. Several
# checks that run at the same time may need them.
exec 9>.lock && flock 9
if ! cmp -s package-lock.json node_modules/.made-from; then
    npm ci --ignore-scripts --no-audit --no-fund
    cp package-lock.json node_modules/.made-from
fi
exec 9>&-
