namespace RgPolicy.Dbms.Texts;

/// <summary>Words that say what stands beside them in a statement, whatever their case.</summary>
internal static class StatementKeywords
{
    // The longest of those that texts are asked for.
    private const int Longest = 9;

    /// <summary>Behind these an expression begins, so that a sign belongs to what follows.</summary>
    public static readonly FrozenSet<string> BeginsExpression = WordList.AnyCase(
        "all and any between by case div else escape for from having ilike in interval like limit not offset on or regexp "
            + "return returning rlike select some then to values when where xor"
    );

    /// <summary>Words that are a value where no quotes are around them.</summary>
    public static readonly FrozenSet<string> Values = WordList.AnyCase(
        "null true false default user current_user session_user system_user current_role current_catalog current_schema "
            + "current_date current_time current_timestamp localtime localtimestamp"
    );

    public static readonly FrozenSet<string> BeginsList = WordList.AnyCase("in any some all array values");

    /// <summary>The words behind the first of a type's name.</summary>
    public static readonly FrozenSet<string> ContinuesType = WordList.AnyCase(
        "varying precision with without time zone"
    );

    public static bool Has(FrozenSet<string> words, ReadOnlySpan<char> word) =>
        word.Length <= Longest && words.Contains(word.ToString());
}
