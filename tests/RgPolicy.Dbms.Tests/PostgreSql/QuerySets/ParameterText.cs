namespace RgPolicy.Dbms.Tests.PostgreSql.QuerySets;

/// <summary>A text whose values have become parameters.</summary>
/// <param name="Text">With <c>$1</c> and so on.</param>
/// <param name="Values">The values, as text.</param>
internal sealed record ParameterText(string Text, ImmutableArray<string> Values)
{
    private static readonly string[] Typed = ["date", "time", "timestamp", "interval"];

    /// <summary>Makes it.</summary>
    public static ParameterText Of(string text, ParameterStyle style)
    {
        var tokens = SqlLexer.Tokens(text);
        var places = new LiteralPlaces(text, tokens);
        var (made, values, end) = (new StringBuilder(), new List<string>(), 0);
        for (var at = 0; at < tokens.Count; at++)
        {
            if (!places.IsValue(at) || (style == ParameterStyle.Compared && !places.IsCompared(at)))
                continue;
            var type = at > 0 ? Array.Find(Typed, type => tokens[at - 1].Is(text, type)) : null;
            made.Append(text, end, (type is null ? tokens[at] : tokens[at - 1]).Start - end);
            var number = Number(values, ValueOf(tokens[at].In(text)), style);
            made.Append(
                type is null
                    ? FormattableString.Invariant($"${number}")
                    : FormattableString.Invariant($"CAST(${number} AS {type})")
            );
            end = tokens[at].End;
        }

        return new ParameterText(made.Append(text, end, text.Length - end).ToString(), [.. values]);
    }

    private static int Number(List<string> values, string value, ParameterStyle style)
    {
        var known = style == ParameterStyle.Shared ? values.IndexOf(value) : -1;
        if (known >= 0)
            return known + 1;
        values.Add(value);
        return values.Count;
    }

    private static string ValueOf(ReadOnlySpan<char> token) =>
        token[0] == '\'' ? token[1..^1].ToString().Replace("''", "'", StringComparison.Ordinal) : token.ToString();
}
