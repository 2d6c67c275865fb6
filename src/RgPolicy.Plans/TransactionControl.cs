using RgPolicy.Plans.Sql;
using RgPolicy.Plans.Statements;

namespace RgPolicy.Plans;

/// <summary>Tells from its text whether a statement only begins, ends, prepares or divides a
/// transaction; never throws.</summary>
public static class TransactionControl
{
    private static readonly HashSet<string> Verbs = new(StringComparer.Ordinal)
    {
        "START",
        "COMMIT",
        "END",
        "ROLLBACK",
        "ABORT",
        "SAVEPOINT",
        "RELEASE",
    };

    /// <summary>What may follow BEGIN; in Transact-SQL it also begins a block of other statements.</summary>
    private static readonly HashSet<string> Modes = new(StringComparer.Ordinal)
    {
        ";",
        "WORK",
        "TRANSACTION",
        "TRAN",
        "ISOLATION",
        "READ",
        "NOT",
        "DEFERRABLE",
    };

    /// <summary>
    /// True when every statement of the text is one of them. A text with any other statement is not: otherwise a COMMIT
    /// in front of it would exempt any statement.
    /// </summary>
    /// <param name="sql">The text as the server keeps it, PostgreSQL's or Transact-SQL.</param>
    public static bool IsAll(string sql)
    {
        var tokens = new KeywordReader(sql, SqlDialect.PostgreSql);
        if (tokens.FirstWord() is not { } first)
        {
            return false;
        }

        StatementWord? next = first;
        while (next is { } verb)
        {
            if (!IsOne(verb.Word, tokens))
            {
                return false;
            }

            next = tokens.FirstWord();
        }

        return true;
    }

    /// <summary>Steps to the end of the statement.</summary>
    private static bool IsOne(string verb, KeywordReader tokens)
    {
        var second = tokens.Next();
        var isControl =
            Verbs.Contains(verb)
            || verb switch
            {
                "BEGIN" => second is null || Modes.Contains(second.Value.Word),
                "PREPARE" or "SET" => second is { Word: "TRANSACTION" },
                _ => false,
            };
        while (second is { Word: not ";" })
        {
            second = tokens.Next();
        }

        return isControl;
    }
}
