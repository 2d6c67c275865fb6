namespace RgPolicy.Plans.Sql;

/// <summary>How a server's scanner reads SQL, as far as the servers differ.</summary>
[Flags]
internal enum SqlDialect
{
    /// <summary>Standard SQL alone.</summary>
    None = 0,

    /// <summary><c>$1</c> is a parameter, <c>$tag$ ... $tag$</c> a text.</summary>
    Dollars = 1 << 0,

    /// <summary>Letters directly before a quote: <c>E'\n'</c>, <c>U&amp;'..'</c>, <c>U&amp;"..."</c>.</summary>
    EscapePrefixes = 1 << 1,

    /// <summary>A text goes on behind the end of a line.</summary>
    ContinuedTexts = 1 << 2,

    /// <summary>Comments nest.</summary>
    NestedComments = 1 << 3,

    /// <summary>What stands in <c>/*! ... */</c> is executed.</summary>
    ExecutedComments = 1 << 4,

    /// <summary>MariaDB executes what stands in <c>/*M! ... */</c>, and nothing that is meant for a MySQL from 5.7 on.</summary>
    MariaDbComments = 1 << 5,

    /// <summary><c>#</c> begins a comment, and <c>--</c> one only with a blank behind it.</summary>
    HashComments = 1 << 6,

    /// <summary>A backslash escapes in every text.</summary>
    Backslashes = 1 << 7,

    /// <summary>What stands in double quotes is a text.</summary>
    DoubleQuotedTexts = 1 << 8,

    /// <summary>Names stand in backticks.</summary>
    Backticks = 1 << 9,

    /// <summary>Names stand in brackets.</summary>
    Brackets = 1 << 10,

    /// <summary>Names may begin with a digit.</summary>
    DigitNames = 1 << 11,

    /// <summary>Names may hold <c>@</c> and <c>#</c>, amounts of money begin with <c>$</c>, and every Unicode blank is
    /// one.</summary>
    TransactSqlNames = 1 << 12,

    /// <summary>Signs in a row make one operator.</summary>
    Operators = 1 << 13,

    /// <summary><c>?</c> is a parameter.</summary>
    QuestionMarks = 1 << 14,

    /// <summary><c>1_000</c>, <c>0x1F</c>, <c>0o17</c> and <c>0b11</c>, which PostgreSQL reads from 16 on.</summary>
    NumberForms = 1 << 15,

    /// <summary>What any server might execute in a comment counts, where it is not known which server reads.</summary>
    EveryComment = 1 << 16,

    /// <summary>PostgreSQL with standard_conforming_strings = on.</summary>
    PostgreSql = Dollars | EscapePrefixes | ContinuedTexts | NestedComments | Operators | NumberForms,

    /// <summary>MySQL with the usual sql_mode.</summary>
    MySql = ExecutedComments | HashComments | Backslashes | DoubleQuotedTexts | Backticks | DigitNames | QuestionMarks,

    /// <summary>MariaDB with the usual sql_mode.</summary>
    MariaDb = MySql | MariaDbComments,

    /// <summary>MySQL or MariaDB.</summary>
    AnyMySql = MariaDb | EveryComment,

    /// <summary>SQL Server with QUOTED_IDENTIFIER on.</summary>
    TransactSql = NestedComments | Brackets | TransactSqlNames,
}

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
