namespace RgPolicy.Dbms.SqlServer.Statistics;

/// <summary>The list of parameters with which the text of a parameterised statement begins, such as
/// <c>(@1 tinyint)SELECT ...</c>.</summary>
internal static class ParameterList
{
    /// <summary>The text after it; the same text where there is none.</summary>
    public static string Without(string text)
    {
        if (!text.StartsWith("(@", StringComparison.Ordinal))
            return text;
        var depth = 0;
        for (var index = 0; index < text.Length; index++)
        {
            depth += text[index] switch
            {
                '(' => 1,
                ')' => -1,
                _ => 0,
            };
            if (depth == 0)
                return text[(index + 1)..].TrimStart();
        }

        return text;
    }
}
