using RgPolicy.Dbms.Texts;
using RgPolicy.Dbms.Trials;
using RgPolicy.Engine.Sensitivity;
using RgPolicy.Language.Formatting;
using RgPolicy.Language.Targets;
using RgPolicy.Service.Suggesting;

namespace RgPolicy.Service.Characterising.Throttling;

/// <summary>The text of a policy from knees, each setting with the cell that it goes by.</summary>
internal sealed class KneePolicyDraft(
    KneePolicyRequest request,
    ImmutableArray<StatementNeed> needs,
    ImmutableArray<string> reasons
)
{
    private const int LongestLine = 100;
    private const int LongestText = 4000;
    private const int MostReasons = 100;

    private readonly StringBuilder _text = new();

    /// <summary>The text, not formatted yet.</summary>
    public string Write()
    {
        WriteHead();
        Line("language 1");
        Line("");
        Line("pool everything { cpu weight 100 }");
        foreach (var need in needs)
            WriteNeed(need);

        Line("");
        Line("default -> everything");
        foreach (var need in needs)
            WriteTest(need);

        return _text.ToString();
    }

    private void WriteHead()
    {
        Comment($"Measured by rgp characterise: {request.Source}.");
        Comment("Each setting is the smallest that surely brings 95 % of the best of its own sweep, for this server");
        Comment(
            "and this size of data; several at once may cost more. Read it, try it (rgp test), let it advise first."
        );
        if (request.Target.DbmsKind == "postgresql" && Uses(SweepLever.MaxDop, SweepLever.Grant))
        {
            Comment(
                "PostgreSQL takes maxdop and grant from the settings of roles: they are in force once a class of the"
            );
            Comment("same pool is told by session.login alone (rgp plan).");
        }

        if (Uses(SweepLever.GrantShare))
        {
            Comment("`grant` counts from the workspace memory of the pool, what was measured from the most that its");
            Comment(
                "workload group lets a query have: where that is less than all, this gives more than was measured."
            );
        }

        if (!reasons.IsEmpty)
        {
            Line("//");
            Comment("Not throttled:");
            foreach (var reason in reasons.Take(MostReasons))
                Comment("  " + reason);
        }
    }

    private bool Uses(params SweepLever[] levers) =>
        needs.SelectMany(need => need.Cells).Any(cell => levers.Contains(cell.Curve.Lever));

    private void WriteNeed(StatementNeed need)
    {
        Line("");
        Line($"pool {PoolOf(need)} {{");
        foreach (var cell in need.Cells)
        {
            Comment(Evidence(cell));
            Line(KneeSetting.Of(cell.Curve.Lever, cell.Point.Setting, request.Topology));
        }

        Line("}");
        Line("");
        var text = need.Text.Length > LongestText ? need.Text[..LongestText] : need.Text;
        Comment(LiteralMask.Of(text, request.Target.DbmsKind));
        var fingerprints = string.Join(", ", need.Fingerprints.Select(QuotedText.Text));
        Line($"class {need.Name} -> {PoolOf(need)} when statement.fingerprint in ({fingerprints})");
    }

    private static string Evidence(KneeCell cell)
    {
        var (point, best) = (cell.Point, cell.Best);
        return Invariant(
                $"`{cell.Curve.Statement}` at {point.Setting.Text}: {point.Median:0.###}/s ({point.Low:0.###} .. {point.High:0.###}) in {point.Runs} runs; best {best.Median:0.###}/s at {best.Setting.Text}"
            ) + (cell.Curve.ChangesPlan ? "; its plan changes" : "");
    }

    private void WriteTest(StatementNeed need)
    {
        Line("");
        Line($"test \"{need.Name} is throttled by its fingerprint\" {{");
        Line($"given {{ statement.fingerprint {QuotedText.Text(need.Fingerprints[0])} }}");
        Line($"expect class {need.Name}, pool {PoolOf(need)}\n}}");
    }

    private static string PoolOf(StatementNeed need) => "for_" + need.Name;

    private void Comment(string text) => Line("// " + QuotedText.Comment(text, LongestLine + 20));

    private void Line(string text) => _text.Append(text).Append('\n');
}

/// <summary>What the statements of one fingerprint need: several differ in literals only, and a policy cannot tell
/// them apart.</summary>
/// <param name="Name">A name for class and pool.</param>
/// <param name="Text">The text of the first.</param>
/// <param name="Fingerprints">What the observer may call them.</param>
/// <param name="Cells">One for each lever that may be throttled: of several statements the largest.</param>
internal sealed record StatementNeed(
    string Name,
    string Text,
    ImmutableArray<string> Fingerprints,
    ImmutableArray<KneeCell> Cells
);

/// <summary>What gives a query as much as a cell had, in the policy language.</summary>
internal static class KneeSetting
{
    public static string Of(SweepLever lever, SweepSetting setting, Topology topology) =>
        lever switch
        {
            SweepLever.Cores => "cores " + CpuRanges.ToPolicyText(CoreOrder.First(topology, (int)setting.Value)),
            SweepLever.Llc => Invariant($"cache {setting.Value} ways"),
            SweepLever.Bandwidth => Invariant($"memory bandwidth {setting.Value}%"),
            SweepLever.Read => $"io read {setting.Text}",
            SweepLever.GrantShare => Invariant($"grant {setting.Value}%"),
            SweepLever.Grant => $"grant {setting.Text}",
            _ => Invariant($"maxdop {setting.Value}"),
        };
}

/// <summary>What a policy is written from.</summary>
/// <param name="Source">The sweep in a line: server, workload, runs.</param>
/// <param name="Workload">The statements.</param>
/// <param name="Fingerprints">What the observer calls each statement, by its name.</param>
/// <param name="Result">The curves.</param>
/// <param name="Topology">The host's processors.</param>
/// <param name="Target">The server that the policy is for.</param>
internal sealed record KneePolicyRequest(
    string Source,
    TrialWorkload Workload,
    ImmutableDictionary<string, ImmutableArray<string>> Fingerprints,
    Characterisation Result,
    Topology Topology,
    TargetProfile Target
);

/// <summary>Writes a policy that gives statements no more than is surely enough for 95 % of their best. What has no
/// knee, or a knee that is not sure, keeps everything.</summary>
internal static class KneePolicy
{
    /// <summary>The policy's file.</summary>
    public const string FileName = "policy.rgp";

    public static string Write(KneePolicyRequest request)
    {
        var reader = new NeedReader(request);
        var needs = reader.Read();
        var text = new KneePolicyDraft(request, needs, [.. reader.Reasons]).Write();
        return PolicyFormatter.Format(text, FileName).Text ?? text;
    }
}
