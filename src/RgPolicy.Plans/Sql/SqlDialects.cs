namespace RgPolicy.Plans.Sql;

/// <summary>The dialects of the servers.</summary>
internal static class SqlDialects
{
    /// <summary>The dialect of a server of this kind: <c>postgresql</c>, <c>sqlserver</c>, <c>mariadb</c> or
    /// <c>mysql</c>.</summary>
    public static SqlDialect Of(string dbms) =>
        dbms switch
        {
            "sqlserver" => SqlDialect.TransactSql,
            "mariadb" => SqlDialect.MariaDb,
            "mysql" => SqlDialect.MySql,
            _ => SqlDialect.PostgreSql,
        };
}
