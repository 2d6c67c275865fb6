using RgPolicy.Dbms.PostgreSql.Sql.Names;

namespace RgPolicy.Dbms.PostgreSql.Explain.Guarding;

/// <summary>
/// Functions that run, while a statement is planned, what is not in its text: statements, or the input
/// of a type that is given by its name or oid. Whoever owns them, they are never planned.
/// </summary>
internal static class Forbidden
{
    /// <summary>Their names, of pg_catalog and of known extensions.</summary>
    public static readonly string[] Names =
    [
        "table_to_xml",
        "table_to_xmlschema",
        "table_to_xml_and_xmlschema",
        "query_to_xml",
        "query_to_xmlschema",
        "query_to_xml_and_xmlschema",
        "cursor_to_xml",
        "cursor_to_xmlschema",
        "schema_to_xml",
        "schema_to_xmlschema",
        "schema_to_xml_and_xmlschema",
        "database_to_xml",
        "database_to_xmlschema",
        "database_to_xml_and_xmlschema",
        "ts_stat",
        "ts_rewrite",
        "satisfies_hash_partition",
        "pg_get_partition_constraintdef",
        "fmgr_sql_validator",
        "fmgr_c_validator",
        "fmgr_internal_validator",
        "plpgsql_validator",
        "plperl_validator",
        "plperlu_validator",
        "pg_input_is_valid",
        "pg_input_error_info",
        "domain_in",
        "record_in",
        "array_in",
        "range_in",
        "multirange_in",
        "dblink",
        "dblink_open",
        "dblink_fetch",
        "dblink_exec",
        "dblink_send_query",
        "dblink_get_result",
        "dblink_build_sql_insert",
        "dblink_build_sql_delete",
        "dblink_build_sql_update",
        "crosstab",
        "crosstab2",
        "crosstab3",
        "crosstab4",
        "crosstabn",
        "connectby",
        "xpath_table",
        "xslt_process",
    ];

    /// <summary>The one that a text names, or null.</summary>
    public static string? In(StatementNames names) =>
        names.Called.Concat(names.Dotted).FirstOrDefault(n => Names.Contains(n, StringComparer.Ordinal));
}
