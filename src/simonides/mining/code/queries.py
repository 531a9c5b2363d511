"""Tree-sitter queries for definitions, one per language.

A pattern captures the node under its kind, the name as `@name`, and as `@owner` a type that the position does not show. Where C
hides the name inside declarators, `@declarator` says where to look. Of two patterns that match one node the first counts.
"""

_ECMASCRIPT = """
    (function_declaration name: (_) @name) @function
    (generator_function_declaration name: (_) @name) @function
    (class_declaration name: (_) @name) @class
    (method_definition name: (_) @name) @method
    (lexical_declaration
        (variable_declarator name: (identifier) @name value: [(arrow_function) (function_expression)])) @function
    (lexical_declaration (variable_declarator name: (identifier) @name value: (class))) @class
    (variable_declaration
        (variable_declarator name: (identifier) @name value: [(arrow_function) (function_expression)])) @function
    (expression_statement (assignment_expression
        left: [(identifier) (member_expression)] @name right: [(arrow_function) (function_expression)])) @function
    (pair key: (_) @name value: [(arrow_function) (function_expression)]) @method
"""
_TYPESCRIPT = """
    (abstract_class_declaration name: (_) @name) @class
    (interface_declaration name: (_) @name) @interface
    (enum_declaration name: (_) @name) @enum
    (type_alias_declaration name: (_) @name) @type
    (internal_module name: (_) @name) @namespace
    (module name: (_) @name) @namespace
    (public_field_definition name: (_) @name value: (arrow_function)) @method
"""
_C = """
    (function_definition declarator: (_) @declarator) @function
    (type_definition type: [(struct_specifier body: (_)) (union_specifier body: (_))] declarator: (type_identifier) @name) @struct
    (type_definition type: (enum_specifier body: (_)) declarator: (type_identifier) @name) @enum
    (struct_specifier name: (_) @name body: (_)) @struct
    (union_specifier name: (_) @name body: (_)) @union
    (enum_specifier name: (_) @name body: (_)) @enum
    (preproc_function_def name: (_) @name) @macro
"""

QUERIES = {
    "python": """
        (function_definition name: (_) @name) @function
        (class_definition name: (_) @name) @class
    """,
    "javascript": _ECMASCRIPT,
    "typescript": _ECMASCRIPT + _TYPESCRIPT,
    "tsx": _ECMASCRIPT + _TYPESCRIPT,
    "rust": """
        (function_item name: (_) @name) @function
        (struct_item name: (_) @name) @struct
        (enum_item name: (_) @name) @enum
        (union_item name: (_) @name) @union
        (trait_item name: (_) @name) @trait
        (impl_item type: (_) @name) @impl
        (mod_item name: (_) @name body: (_)) @module
        (macro_definition name: (_) @name) @macro
        (type_item name: (_) @name) @type
    """,
    "go": """
        (function_declaration name: (_) @name) @function
        (method_declaration receiver: (parameter_list (parameter_declaration type: (_) @owner)) name: (_) @name) @method
        (type_spec name: (_) @name type: (struct_type)) @struct
        (type_spec name: (_) @name type: (interface_type)) @interface
    """,
    "java": """
        (class_declaration name: (_) @name) @class
        (interface_declaration name: (_) @name) @interface
        (enum_declaration name: (_) @name) @enum
        (record_declaration name: (_) @name) @record
        (annotation_type_declaration name: (_) @name) @annotation
        (method_declaration name: (_) @name) @method
        (constructor_declaration name: (_) @name) @method
    """,
    "c": _C,
    "cpp": _C
    + """
        (class_specifier name: (_) @name body: (_)) @class
        (namespace_definition name: (_) @name) @namespace
        (concept_definition name: (_) @name) @type
    """,
    "csharp": """
        (class_declaration name: (_) @name) @class
        (struct_declaration name: (_) @name) @struct
        (interface_declaration name: (_) @name) @interface
        (record_declaration name: (_) @name) @record
        (enum_declaration name: (_) @name) @enum
        (namespace_declaration name: (_) @name) @namespace
        (method_declaration name: (_) @name) @method
        (constructor_declaration name: (_) @name) @method
    """,
    "ruby": """
        (class name: (_) @name) @class
        (module name: (_) @name) @module
        (method name: (_) @name) @function
        (singleton_method name: (_) @name) @function
    """,
    "php": """
        (function_definition name: (_) @name) @function
        (class_declaration name: (_) @name) @class
        (interface_declaration name: (_) @name) @interface
        (trait_declaration name: (_) @name) @trait
        (enum_declaration name: (_) @name) @enum
        (method_declaration name: (_) @name) @method
        (namespace_definition name: (_) @name body: (_)) @namespace
    """,
    "kotlin": """
        (class_declaration "interface" name: (_) @name) @interface
        (class_declaration (modifiers (class_modifier "enum")) name: (_) @name) @enum
        (class_declaration name: (_) @name) @class
        (object_declaration name: (_) @name) @object
        (function_declaration name: (_) @name) @function
    """,
    "swift": """
        (class_declaration declaration_kind: "struct" name: (_) @name) @struct
        (class_declaration declaration_kind: "enum" name: (_) @name) @enum
        (class_declaration declaration_kind: "extension" name: (_) @name) @extension
        (class_declaration declaration_kind: "actor" name: (_) @name) @actor
        (class_declaration name: (_) @name) @class
        (protocol_declaration name: (_) @name) @protocol
        (function_declaration name: (_) @name) @function
        (init_declaration name: _ @name) @function
    """,
    "bash": "(function_definition name: (_) @name) @function",
}
"""The query for definitions, by language; only languages with a grammar are listed."""

WRAPPERS = frozenset("decorated_definition export_statement template_declaration ambient_declaration type_declaration".split())
"""Nodes around a definition that belong to it: decorators, `export`, `template <…>`, `declare`, `type`."""
