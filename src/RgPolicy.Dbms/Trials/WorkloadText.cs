namespace RgPolicy.Dbms.Trials;

/// <summary>Reads a workload: SQL statements that end with a semicolon. A comment line <c>-- name: ...</c> or <c>--
/// weight: ...</c> before one says what it is called and how often it runs.</summary>
internal static class WorkloadText
{
    private const int MostWeight = 100;

    /// <summary>Reads the text of a file.</summary>
    /// <param name="text">The text.</param>
    /// <param name="places">Where the statements are in it, without their semicolons.</param>
    public static (TrialWorkload? Workload, string? Problem) Read(string text, IEnumerable<Range> places)
    {
        var statements = ImmutableArray.CreateBuilder<TrialStatement>();
        var end = 0;
        foreach (var place in places)
        {
            var (statement, problem) = ReadOne(text[end..place.Start.Value], text[place], statements.Count + 1);
            end = place.End.Value;
            if (statement is null)
                return (null, problem);
            statements.Add(statement);
        }

        if (statements.Count == 0)
            return (null, "the workload has no statement; end each with a semicolon");
        if (
            statements.GroupBy(each => each.Name, StringComparer.Ordinal).FirstOrDefault(group => group.Count() > 1) is
            { Key: var twice }
        )
            return (null, $"two statements are called `{twice}`");
        return (TrialWorkload.Of(statements.ToImmutable()), null);
    }

    private static (TrialStatement? Statement, string? Problem) ReadOne(string before, string text, int number)
    {
        var name = Remark(before, "name") ?? FormattableString.Invariant($"q{number}");
        var weight = 1;
        if (
            Remark(before, "weight") is { } given
            && (
                !int.TryParse(given, NumberStyles.None, CultureInfo.InvariantCulture, out weight)
                || weight is < 1 or > MostWeight
            )
        )
            return (
                null,
                FormattableString.Invariant($"the weight of `{name}` is a whole number from 1 to {MostWeight}")
            );
        return (new TrialStatement(name, weight, text), null);
    }

    private static string? Remark(string before, string key)
    {
        string? value = null;
        foreach (var line in before.Split('\n'))
        {
            var begin = line.IndexOf("--", StringComparison.Ordinal);
            var rest = begin < 0 ? "" : line[begin..].TrimStart('-').Trim();
            if (
                rest.StartsWith(key + ":", StringComparison.OrdinalIgnoreCase)
                && rest[(key.Length + 1)..].Trim() is { Length: > 0 } found
            )
                value = found;
        }

        return value;
    }
}
