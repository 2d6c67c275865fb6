using RgPolicy.Documents.Policy;

namespace RgPolicy.Service.Status.Mapping;

/// <summary>The policy in force and the use of its classes, as <c>rgp/policy/1</c>.</summary>
internal static class PolicyUseMapper
{
    public static PolicyDocument Map(StatusSnapshot snapshot)
    {
        var state = snapshot.Policy;
        var policy = state.Program.Policy;
        var since = Sum(state.ClassCounts);
        var lately = Sum(state.Minutes.SelectMany(minute => minute));
        var running = snapshot
            .Decided.Queries.GroupBy(
                query => snapshot.Decided.Program.Policy.Classes[query.Decision.ClassIndex].Name,
                StringComparer.Ordinal
            )
            .ToDictionary(group => group.Key, group => (long)group.Count(), StringComparer.Ordinal);
        return new PolicyDocument(
            "rgp/policy/1",
            snapshot.PolicyPath,
            state.Program.Revision,
            state.Error,
            state.ActiveStates,
            policy.Text,
            [
                .. policy.Classes.Select(each => new PolicyClassDocument(
                    each.Name,
                    each.Pool.Name,
                    each.Range.StartLine,
                    since.GetValueOrDefault(each.Name),
                    lately.GetValueOrDefault(each.Name),
                    running.GetValueOrDefault(each.Name)
                )),
            ],
            PolicyMapper.NotEnforced(state.Program),
            state.Waiting is { } waiting
                ? new WaitingRevisionDocument(
                    waiting.Since.UtcDateTime,
                    waiting.Program.Revision,
                    waiting.Difference.Meaning,
                    waiting.Difference.Lines
                )
                : null,
            [
                .. state.Past.Select(each => new PastRevisionDocument(
                    each.Replaced.UtcDateTime,
                    each.By,
                    each.Revision,
                    each.Difference.Meaning,
                    each.Difference.Lines
                )),
            ]
        );
    }

    private static Dictionary<string, long> Sum(IEnumerable<(string Class, long Queries)> counts) =>
        counts
            .GroupBy(each => each.Class, StringComparer.Ordinal)
            .ToDictionary(group => group.Key, group => group.Sum(each => each.Queries), StringComparer.Ordinal);
}
