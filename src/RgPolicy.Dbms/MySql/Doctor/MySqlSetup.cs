using RgPolicy.Dbms.MySql.Connect;

namespace RgPolicy.Dbms.MySql.Doctor;

/// <summary>The statements that a DBA runs once to make RgPolicy's account.</summary>
internal static class MySqlSetup
{
    /// <summary>Makes the account: it sees statements and statistics, and writes nothing.</summary>
    public static string Sql(bool isMariaDb, string user = "rgpolicy", string host = "localhost")
    {
        var account = $"{MySqlAccount.Quote(user)}@{MySqlAccount.Quote(host)}";
        return $"""
            CREATE USER {account} IDENTIFIED BY '...' WITH MAX_USER_CONNECTIONS 8;
            GRANT PROCESS ON *.* TO {account};
            {Superusers(isMariaDb, account)}
            {PerformanceSchema(account)}{(isMariaDb ? "" : "\n" + TableSizes(account))}
            """;
    }

    /// <summary>Both, for a server of which it is not known what it is.</summary>
    public static string OfEither(string user) =>
        $"""
            -- on MySQL:
            {Sql(isMariaDb: false, user)}
            -- on MariaDB:
            {Sql(isMariaDb: true, user)}
            """;

    /// <summary>A server says the same of a wrong password and of an account that there is not.</summary>
    public static string Refused(string user) =>
        $"""
            -- give the account's password by --password-file or RGPOLICY_PASSWORD
            -- whether there is the account, and for this host, an administrator sees by:
            SELECT User, Host FROM mysql.user WHERE User = {MySqlAccount.Quote(user)};
            -- without it, these make it:
            -- {OfEither(user).ReplaceLineEndings("\n-- ")}
            """;

    /// <summary>Lets the account see who administers the server, and nothing else of accounts.</summary>
    public static string Superusers(bool isMariaDb, string account) =>
        isMariaDb
            ? $"GRANT SELECT (User, Super_priv) ON mysql.user TO {account};\n"
                + $"GRANT SELECT (User, Role) ON mysql.roles_mapping TO {account};"
            : $"GRANT SELECT (User, Super_priv) ON mysql.user TO {account};\n"
                + $"GRANT SELECT (USER, PRIV) ON mysql.global_grants TO {account};\n"
                + $"GRANT SELECT (FROM_USER, TO_USER) ON mysql.role_edges TO {account};";

    /// <summary>Lets the account see how large tables are, and nothing of what is in them.</summary>
    public static string TableSizes(string account) =>
        "GRANT SELECT (database_name, table_name, n_rows, clustered_index_size) ON mysql.innodb_table_stats "
        + $"TO {account};";

    public static string PerformanceSchema(string account) => $"GRANT SELECT ON performance_schema.* TO {account};";
}
