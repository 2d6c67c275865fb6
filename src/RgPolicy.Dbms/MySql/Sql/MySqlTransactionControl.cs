namespace RgPolicy.Dbms.MySql.Sql;

/// <summary>Tells from its text whether a statement only begins, ends, prepares or divides a transaction.</summary>
internal static class MySqlTransactionControl
{
    public static bool IsAll(string text, List<SqlToken> tokens)
    {
        var words = new MySqlKeywords(text, tokens);
        var (at, any, asks) = (0, false, words.Has(0, "SELECT"));
        while (at < tokens.Count)
        {
            if (tokens[at].IsSymbol(text, ';'))
            {
                at++;
                continue;
            }

            if (!IsOne(words, at, asks, text, tokens))
                return false;
            any = true;
            while (at < tokens.Count && !tokens[at].IsSymbol(text, ';'))
                at++;
        }

        return any;
    }

    private static bool IsOne(MySqlKeywords words, int at, bool asks, string text, List<SqlToken> tokens)
    {
        var isLast = at + 1 >= tokens.Count || tokens[at + 1].IsSymbol(text, ';');
        return words.At(at) switch
        {
            "COMMIT" or "ROLLBACK" or "SAVEPOINT" or "XA" => true,
            "RELEASE" => words.At(at + 1) == "SAVEPOINT",
            // BEGIN NOT ATOMIC is a block of other statements.
            "BEGIN" => isLast || words.At(at + 1) == "WORK",
            "START" => words.At(at + 1) == "TRANSACTION",
            "SET" => words.At(words.Skip(at + 1, ["SESSION", "GLOBAL"])) is "TRANSACTION" or "AUTOCOMMIT" && !asks,
            _ => false,
        };
    }
}
