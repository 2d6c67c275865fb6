using RgPolicy.Plans.Sql;
using RgPolicy.Plans.Statements;

namespace RgPolicy.Plans;

/// <summary>Tells from its text whether a statement only begins, ends, prepares or divides a
/// transaction; never throws.</summary>
public static class TransactionControl
{
    /// <summary>
    /// True when every statement of the text is one of them. A text with any other statement is not: otherwise a COMMIT
    /// in front of it would exempt any statement.
    /// </summary>
    /// <param name="sql">The text as the server keeps it, PostgreSQL's or Transact-SQL.</param>
    public static bool IsAll(string sql)
    {
        var tokens = new KeywordReader(sql, SqlDialect.PostgreSql);
        if (tokens.FirstWord() is not { } first)
            return false;

        StatementWord? next = first;
        while (next is { } verb)
        {
            if (!IsOne(verb.Word, tokens))
                return false;

            next = tokens.FirstWord();
        }

        return true;
    }

    /// <summary>Steps to the end of the statement.</summary>
    private static bool IsOne(string verb, KeywordReader tokens)
    {
        var second = tokens.Next();
        var isControl = verb switch
        {
            "START" or "COMMIT" or "END" or "ROLLBACK" or "ABORT" or "SAVEPOINT" or "RELEASE" => true,
            // What may follow it; in Transact-SQL it also begins a block of other statements.
            "BEGIN" => second?.Word
                is null
                    or ";"
                    or "WORK"
                    or "TRANSACTION"
                    or "TRAN"
                    or "ISOLATION"
                    or "READ"
                    or "NOT"
                    or "DEFERRABLE",
            "PREPARE" or "SET" => second is { Word: "TRANSACTION" },
            _ => false,
        };
        while (second is { Word: not ";" })
            second = tokens.Next();

        return isControl;
    }
}
