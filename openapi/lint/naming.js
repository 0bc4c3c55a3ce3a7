// Redocly rules for a document that code generators turn into good clients.
// Each rule is a function of its options that returns visitors. test.mjs has a good document and bad variants of it.

// Words that a language does not accept as a name.
const KEYWORDS = {
    TypeScript: `arguments await break case catch class const continue debugger default delete do else enum eval export
        extends false finally for function if implements import in instanceof interface let new null package private
        protected public return static super switch this throw true try typeof var void while with yield`,
    Python: `False None True and as assert async await break class continue def del elif else except finally for from
        global if import in is lambda nonlocal not or pass raise return try while with yield`,
    Go: `break case chan const continue default defer else fallthrough for func go goto if import interface map package
        range return select struct switch type var`,
    Kotlin: `as break class continue do else false for fun if in interface is null object package return super this throw
        true try typealias typeof val var when while`,
    Swift: `Any Protocol Self Type as associatedtype await break case catch class continue default defer deinit do else
        enum extension fallthrough false fileprivate for func guard if import in init inout internal is let nil operator
        precedencegroup private protocol public repeat rethrows return self static struct subscript super switch throw
        throws true try typealias var where while`,
    Rust: `Self abstract as async await become box break const continue crate do dyn else enum extern false final fn for
        gen if impl in let loop macro match mod move mut override priv pub ref return self static struct super trait true
        try type typeof unsafe unsized use virtual where while yield`,
    Java: `abstract assert boolean break byte case catch char class const continue default do double else enum extends
        false final finally float for goto if implements import instanceof int interface long native new null package
        private protected public return short static strictfp super switch synchronized this throw throws transient true
        try void volatile while`,
};

// Words that a language reserves in some places only. Generators rename functions and parameters that have these names.
const CONTEXTUAL = {
    Java: "file list object permits record sealed var yield",
    Swift: `associativity convenience didSet dynamic get indirect infix lazy left mutating none nonmutating open optional
        override postfix precedence prefix required right set type unowned weak willSet yield`,
};

// Types that generated code uses by these names. Generators rename models that have them.
const TYPES = {
    TypeScript: "Array Blob Date Error Map Object Promise Set String",
    Python: "Enum",
    Kotlin: "Any Array Boolean Double Float Int List Long Map Nothing Set String Unit",
    Swift: `AnyObject Array Bool Character Class Codable Data Date Dictionary Double Error ErrorResponse Float Int Optional
        Range Response Result Set String URL UUID Void`,
    Rust: "Box Default Err Error None Ok Option Result Some String Vec",
    Java: `ApiClient ApiException ApiResponse Boolean Class Configuration Double File Float Integer List Long Map Object
        Override Set String UUID`,
};

/** Maps each word of the tables to the languages that reserve it. */
function index(...tables) {
    const languages = new Map();
    for (const table of tables) {
        for (const [language, words] of Object.entries(table)) {
            for (const word of words.split(/\s+/)) {
                languages.set(word, (languages.get(word) ?? new Set()).add(language));
            }
        }
    }
    return languages;
}

const PROPERTY_WORDS = index(KEYWORDS);
const NAME_WORDS = index(KEYWORDS, CONTEXTUAL);
const SCHEMA_WORDS = index(KEYWORDS, TYPES);

const SNAKE_CASE = /^[a-z][a-z0-9]*(_[a-z0-9]+)*$/;
const PASCAL_CASE = /^([A-Z][a-z0-9]*)+$/;
const ENUM_VALUE = /^[a-z0-9_.]+$/;
const TAG = /^[a-z][a-z0-9]*([ -][a-z0-9]+)*$/;
const JSON_TYPE = /^application\/([\w.-]+\+)?json(;|$)/;

const camelCase = (name) => name.replace(/_+(\w)/g, (_, letter) => letter.toUpperCase());
const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
const isText = (value) => typeof value === "string" && value.trim() !== "";
const isNull = (schema) => isObject(schema) && schema.type === "null";
const entries = (value) => (isObject(value) ? Object.entries(value) : []);

/** Follows references until there is none. */
function resolve(node, ctx) {
    for (let seen = 0; isObject(node) && typeof node.$ref === "string"; seen++) {
        if (seen === 20) return {};
        node = ctx.resolve(node).node;
    }
    return node ?? {};
}

/** Returns the members of a union, or none if the schema is no union. */
const members = (schema) => schema.oneOf ?? schema.anyOf ?? [];

/** Returns true if the schema is a union, or an `allOf` over one. */
function isUnion(schema, ctx, depth = 0) {
    const resolved = resolve(schema, ctx);
    return members(resolved).length > 0 || (depth < 20 && (resolved.allOf ?? []).some((one) => isUnion(one, ctx, depth + 1)));
}

/** Returns true if a value of the schema may be a date and time. */
function isTimestamp(schema, ctx) {
    const resolved = resolve(schema, ctx);
    return [resolved, ...members(resolved)].some((one) => resolve(one, ctx).format === "date-time");
}

/** Returns the schemas that describe property `name`, with those of `allOf`, and whether one of them requires it. */
function property(schema, name, ctx, depth = 0) {
    const resolved = resolve(schema, ctx);
    const found = { schemas: [], required: (resolved.required ?? []).includes(name) };
    const own = resolved.properties?.[name];
    if (own) found.schemas.push(resolve(own, ctx));
    for (const part of depth < 20 ? (resolved.allOf ?? []) : []) {
        const inherited = property(part, name, ctx, depth + 1);
        found.schemas.push(...inherited.schemas);
        found.required ||= inherited.required;
    }
    return found;
}

/** Returns the only value that one of the schemas allows, or undefined. */
function onlyValue(schemas) {
    for (const schema of schemas) {
        if (schema.const !== undefined) return schema.const;
        if (schema.enum?.length === 1) return schema.enum[0];
    }
    return undefined;
}

/** Returns a visitor of schemas that calls `check` for each property. */
const eachProperty = (check) => ({
    Schema(schema, ctx) {
        for (const [name, value] of entries(schema?.properties)) {
            check(name, value, ctx, ctx.location.child(["properties", name]));
        }
    },
});

/** Returns a visitor of the components that calls `check` for each name of a schema. */
const eachSchemaName = (check) => ({
    NamedSchemas(schemas, ctx) {
        for (const name of Object.keys(schemas)) check(name, ctx, ctx.location.child([name]).key());
    },
});

const reservedBy = (name, words) => `\`${name}\` is a reserved word in ${[...words.get(name)].join(", ")}`;

/**
 * No operation, parameter or schema has a reserved word for a name, but for the `allowed` parameters. Headers are exempt:
 * they have no choice.
 */
function reservedWords({ allowed = [] }) {
    return {
        Operation({ operationId }, ctx) {
            const name = [operationId, camelCase(operationId ?? "")].find((one) => NAME_WORDS.has(one));
            if (name) {
                ctx.report({
                    message: `The operationId ${reservedBy(name, NAME_WORDS)}.`,
                    location: ctx.location.child(["operationId"]),
                });
            }
        },
        Parameter({ name, in: place }, ctx) {
            if (place !== "header" && NAME_WORDS.has(name) && !allowed.includes(name)) {
                ctx.report({
                    message: `The parameter ${reservedBy(name, NAME_WORDS)}.`,
                    location: ctx.location.child(["name"]),
                });
            }
        },
        ...eachSchemaName((name, ctx, location) => {
            if (SCHEMA_WORDS.has(name)) {
                ctx.report({ message: `The schema ${reservedBy(name, SCHEMA_WORDS)}.`, location });
            }
        }),
    };
}

/** No property has a reserved word for a name, but for the `allowed` ones. */
function reservedProperties({ allowed = [] }) {
    return eachProperty((name, _, ctx, location) => {
        if (PROPERTY_WORDS.has(name) && !allowed.includes(name)) {
            ctx.report({ message: `The property ${reservedBy(name, PROPERTY_WORDS)}.`, location: location.key() });
        }
    });
}

/** Names of properties, parameters and operations are in snake_case, those of schemas in PascalCase, tags are lower case. */
function nameCase() {
    return {
        ...eachProperty((name, _, ctx, location) => {
            if (!SNAKE_CASE.test(name)) {
                ctx.report({ message: `The property \`${name}\` is not in snake_case.`, location: location.key() });
            }
        }),
        ...eachSchemaName((name, ctx, location) => {
            if (!PASCAL_CASE.test(name)) ctx.report({ message: `The schema \`${name}\` is not in PascalCase.`, location });
        }),
        Parameter({ name, in: place }, ctx) {
            if (place !== "header" && !SNAKE_CASE.test(name)) {
                ctx.report({
                    message: `The parameter \`${name}\` is not in snake_case.`,
                    location: ctx.location.child(["name"]),
                });
            }
        },
        Operation({ operationId, tags = [] }, ctx) {
            if (operationId !== undefined && !SNAKE_CASE.test(operationId)) {
                ctx.report({
                    message: `The operationId \`${operationId}\` is not in snake_case.`,
                    location: ctx.location.child(["operationId"]),
                });
            }
            for (const [at, tag] of tags.entries()) {
                if (!TAG.test(tag)) {
                    ctx.report({
                        message: `The tag \`${tag}\` is not in lower-case words.`,
                        location: ctx.location.child(["tags", at]),
                    });
                }
            }
        },
    };
}

/** Strings of `enum` and `const` are lower-case identifiers, perhaps with dots, but for the `exceptions`. */
function enumValues({ exceptions = [] }) {
    return {
        Schema(schema, ctx) {
            const values = [[schema?.const, ["const"]], ...(schema?.enum ?? []).map((value, at) => [value, ["enum", at]])];
            for (const [value, path] of values) {
                if (typeof value === "string" && !ENUM_VALUE.test(value) && !exceptions.includes(value)) {
                    ctx.report({
                        message: `The value \`${value}\` does not match ${ENUM_VALUE.source}.`,
                        location: ctx.location.child(path),
                    });
                }
            }
        },
    };
}

/** A property is a date and time if and only if its name ends in `_at`, but for the `exceptions`. */
function timestamps({ exceptions = [] }) {
    return eachProperty((name, schema, ctx, location) => {
        if (exceptions.includes(name)) return;
        const is = isTimestamp(schema, ctx);
        if (is && !name.endsWith("_at")) {
            ctx.report({ message: `The property \`${name}\` is a date-time: its name must end in \`_at\`.`, location: location.key() });
        }
        if (!is && name.endsWith("_at")) {
            ctx.report({ message: `The property \`${name}\` ends in \`_at\`: it must be a date-time.`, location });
        }
    });
}

/** Properties, parameters and responses have descriptions. A reference may leave it to what it refers to. */
function descriptions() {
    return {
        ...eachProperty((name, schema, ctx, location) => {
            if (!isText(schema.description) && !isText(resolve(schema, ctx).description)) {
                ctx.report({ message: `The property \`${name}\` has no description.`, location });
            }
        }),
        Parameter({ name, description }, ctx) {
            if (!isText(description)) ctx.report({ message: `The parameter \`${name}\` has no description.` });
        },
        Response({ description }, ctx) {
            if (!isText(description)) ctx.report({ message: "The response has no description." });
        },
    };
}

/** An operation has an operationId, a summary, a description and tags. */
function operations() {
    return {
        Operation(operation, ctx) {
            for (const field of ["operationId", "summary", "description"]) {
                if (!isText(operation[field])) ctx.report({ message: `The operation has no ${field}.` });
            }
            if (!(operation.tags?.length > 0)) ctx.report({ message: "The operation has no tags." });
        },
    };
}

/** Every JSON body of a request or of a successful response has an example, in place or in its schema. */
function examples() {
    function check(what, content, ctx, location) {
        for (const [type, media] of entries(content)) {
            if (!JSON_TYPE.test(type)) continue;
            const schema = resolve(media.schema, ctx);
            const has =
                media.example !== undefined ||
                entries(media.examples).length > 0 ||
                schema.example !== undefined ||
                schema.examples?.length > 0;
            if (!has) ctx.report({ message: `The ${what} has no example.`, location: location.child(["content", type]) });
        }
    }
    return {
        Operation(operation, ctx) {
            check("request", resolve(operation.requestBody, ctx).content, ctx, ctx.location.child(["requestBody"]));
            for (const [status, response] of entries(operation.responses)) {
                if (!/^2/.test(status)) continue;
                const location = ctx.location.child(["responses", status]);
                check(`response ${status}`, resolve(response, ctx).content, ctx, location);
            }
        },
    };
}

/**
 * Generators understand every union: its variants are named, and a property with one value in each tells them apart.
 * A union of two with `null` is a nullable schema, and needs neither. Scalars of different types need no such property.
 */
function unions() {
    function areScalars(variants, ctx) {
        const types = new Set(variants.map((variant) => resolve(variant, ctx).type));
        return types.size === variants.length && [...types].every((type) => ["string", "integer", "boolean"].includes(type));
    }

    function checkVariant(variant, name, keys, ctx, location) {
        const { schemas, required } = property(variant, name, ctx);
        const value = onlyValue(schemas);
        if (value === undefined) {
            ctx.report({ message: `The variant ${variant.$ref} does not fix \`${name}\` to one value.`, location });
        } else if (!keys.includes(value)) {
            ctx.report({
                message: `The variant ${variant.$ref} has the \`${name}\` \`${value}\`, for which the mapping names another or none.`,
                location,
            });
        }
        if (!required) ctx.report({ message: `The variant ${variant.$ref} does not require \`${name}\`.`, location });
    }

    function checkDiscriminator(schema, keyword, ctx) {
        const variants = schema[keyword];
        const { propertyName, mapping } = schema.discriminator ?? {};
        if (!isText(propertyName) || !isObject(mapping)) {
            ctx.report({ message: `The ${keyword} has no discriminator with a mapping.`, location: ctx.location.child([keyword]) });
            return;
        }
        const target = (value) => (value.includes("/") ? value : `#/components/schemas/${value}`);
        for (const [key, value] of entries(mapping)) {
            if (!variants.some((variant) => variant.$ref === target(value))) {
                ctx.report({
                    message: `The mapping of \`${key}\` leads to ${value}, which is no variant.`,
                    location: ctx.location.child(["discriminator", "mapping", key]),
                });
            }
        }
        for (const [at, variant] of variants.entries()) {
            const keys = Object.keys(mapping).filter((key) => target(mapping[key]) === variant.$ref);
            const location = ctx.location.child([keyword, at]);
            if (keys.length === 0) {
                ctx.report({ message: `The mapping does not lead to the variant ${variant.$ref}.`, location });
            } else {
                checkVariant(variant, propertyName, keys, ctx, location);
            }
        }
    }

    return {
        Schema(schema, ctx) {
            if (!isObject(schema)) return;
            for (const [at, part] of (schema.allOf ?? []).entries()) {
                if (isUnion(part, ctx)) {
                    ctx.report({ message: "An allOf must not include a union.", location: ctx.location.child(["allOf", at]) });
                }
            }
            if (schema.allOf && members(schema).length > 0) {
                ctx.report({ message: "A schema must not have both an allOf and a union." });
            }
            for (const keyword of ["oneOf", "anyOf"]) {
                const variants = schema[keyword] ?? [];
                if (variants.length === 2 && variants.some(isNull)) continue;
                const inline = variants.findIndex((variant) => typeof variant?.$ref !== "string");
                if (inline >= 0) {
                    ctx.report({
                        message: `A variant of the ${keyword} has no name: move it to the components.`,
                        location: ctx.location.child([keyword, inline]),
                    });
                } else if (variants.length >= 2 && !areScalars(variants, ctx)) {
                    checkDiscriminator(schema, keyword, ctx);
                }
            }
        },
    };
}

/** No default is an object or an array: many generators drop these. */
function defaults() {
    return {
        Schema(schema, ctx) {
            if (typeof schema?.default === "object" && schema.default !== null) {
                ctx.report({ message: "The default is an object or an array.", location: ctx.location.child(["default"]) });
            }
        },
    };
}

export default () => ({
    id: "naming",
    rules: {
        oas3: {
            "reserved-words": reservedWords,
            "reserved-properties": reservedProperties,
            case: nameCase,
            "enum-values": enumValues,
            timestamps,
            descriptions,
            operations,
            examples,
            unions,
            defaults,
        },
    },
});
