namespace RgPolicy.Dbms.Trials;

/// <summary>Reads a workload: SQL statements that end with a semicolon. A comment line <c>-- name: ...</c> or <c>--
/// weight: ...</c> before one says what it is called and how often it runs.</summary>
internal static class WorkloadText
{
    private const int MostWeight = 100;

    public static (TrialWorkload? Workload, string? Problem) Read(string text, SqlDialect dialect)
    {
        var statements = ImmutableArray.CreateBuilder<TrialStatement>();
        var end = 0;
        foreach (var place in new SqlText(text, dialect).Statements())
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

    /// <summary>The workload, unless something is wrong with one of its texts, in words that follow its name.</summary>
    public static (TrialWorkload? Workload, string? Problem) Check(
        (TrialWorkload? Workload, string? Problem) read,
        Func<string, string?> problem
    )
    {
        var found = read.Workload?.Statements.Select(each =>
            problem(each.Text) is { } why ? $"`{each.Name}`{why}" : null
        );
        return found?.FirstOrDefault(why => why is not null) is { } first ? (null, first) : read;
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
