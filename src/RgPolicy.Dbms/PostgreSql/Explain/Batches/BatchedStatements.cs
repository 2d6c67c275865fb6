namespace RgPolicy.Dbms.PostgreSql.Explain.Batches;

/// <summary>Tells which statement of a text that holds several is running: the one that has the query id which the
/// server shows of what runs. Those that may be explained are asked for theirs; where it is none of them and one other
/// is left, it is that one.</summary>
internal sealed class BatchedStatements(Explainer explainer, TimeProvider time)
{
    private const int Most = 20;
    private const int MostAsked = 10;

    // Each may take as long as a plan may: no other is asked after this, or on a slow host after as
    // much as some take there.
    private static readonly TimeSpan Patience = TimeSpan.FromMilliseconds(100);
    private static readonly TimeSpan MostPatience = TimeSpan.FromSeconds(1);
    private const int Some = 5;

    /// <summary>How the plan of what runs is come by, or null where it is not known which statement that is.</summary>
    public async Task<PlanRoute?> FindAsync(
        ExplainSession session,
        PostgresPlanRequest request,
        string text,
        long queryId,
        CancellationToken cancellationToken
    )
    {
        var routes = new SqlText(text)
            .Statements()
            .Select(place => text[place])
            .Distinct(StringComparer.Ordinal)
            .Take(Most + 1)
            .Select(RouteOf)
            .ToArray();
        if (routes.Length > Most)
            return null;
        var (explained, others) = (
            routes.Where(r => r.ExplainText is not null).ToArray(),
            routes.Where(r => r.ExplainText is null).ToArray()
        );
        var (began, patience, isCertain) = (time.GetTimestamp(), (TimeSpan?)null, explained.Length <= MostAsked);
        foreach (var route in explained.Take(MostAsked))
        {
            if (time.GetElapsedTime(began) > patience)
                return null;
            var found = await explainer.QueryIdAsync(
                session,
                request with
                {
                    Text = route.ExplainText ?? "",
                },
                cancellationToken
            );
            if (found == queryId)
                return route;
            isCertain = isCertain && found is not null;
            patience ??= PatienceAfter(time.GetElapsedTime(began));
        }

        return isCertain ? OnlyOne(others) : null;
    }

    private static TimeSpan PatienceAfter(TimeSpan first) =>
        TimeSpan.FromTicks(Math.Clamp(Some * first.Ticks, Patience.Ticks, MostPatience.Ticks));

    /// <summary>What only may be what it is, such as the text of another EXECUTE, is looked at no further.</summary>
    private static PlanRoute? OnlyOne(PlanRoute[] others) =>
        others is [{ IsOfAnotherText: false, Answer: { HidesStatements: false } answer }, .. var more]
        && Array.TrueForAll(more, each => !each.IsOfAnotherText && IsSame(each.Answer, answer))
            ? others[0]
            : null;

    /// <summary>Writes are told alike, whatever they write.</summary>
    private static bool IsSame(PlanAnswer? one, PlanAnswer other) => one is { Facts: null } && other.Facts is null;

    private static PlanRoute RouteOf(string statement) =>
        PlanRouter.Route(
            new StatementFacts(StatementKindReader.FromText(statement), "", statement, IsTruncated: false)
        );
}

/// <summary>The query id that EXPLAIN (VERBOSE) shows beside a plan, where the server computes them.</summary>
internal static class QueryIdentifier
{
    private const string Name = "Query Identifier";

    // Plans are as deep as the text that was explained, which another login wrote.
    private static readonly JsonDocumentOptions Deep = new() { MaxDepth = 1000 };

    public static long? Read(string plan)
    {
        try
        {
            using var document = JsonDocument.Parse(plan, Deep);
            return
                document.RootElement is { ValueKind: JsonValueKind.Array } statements
                && statements.GetArrayLength() == 1
                && statements[0] is { ValueKind: JsonValueKind.Object } statement
                && statement.TryGetProperty(Name, out var id)
                && id.TryGetInt64(out var number)
                ? number
                : null;
        }
        catch (JsonException)
        {
            return null;
        }
    }
}
