using RgPolicy.Engine.Compile;
using RgPolicy.Engine.Workloads;
using RgPolicy.Language.Checking;
using RgPolicy.Language.Targets;
using RgPolicy.Plans;
using RgPolicy.Service.Suggesting;
using static RgPolicy.Service.Tests.Suggesting.Workloads;

namespace RgPolicy.Service.Tests.Suggesting;

public sealed class PolicyUpdaterTests
{
    private const string Policy = """
        language 1

        pool fast { cache 100%   cpu weight 1000 }
        pool slow { cache 60%    cpu weight 100 }
        pool last { cache 10%, at least 2 ways   cpu weight 50 }

        class reports -> slow when session.app = 'SSRS'
        // Everybody else.
        default -> fast
        """;

    [Fact]
    public void Update_LongScanInTheDefault_GoesToThePoolThatThrottlesMost()
    {
        var update = Update(Policy, Group(PlanShape.Scan, streamed: 900 * MiB));

        var edit = Assert.Single(update.Edits);
        Assert.Equal(("scan", "last", "default"), (edit.Name, edit.Pool, edit.Before));
        Assert.Contains("long, and not throttled as `default`", edit.Reason, StringComparison.Ordinal);
        Assert.Contains(
            "class scan -> last when plan.shape = scan and plan.working_set <= host.l2 / 2\n// Everybody else.\ndefault -> fast",
            update.Text,
            StringComparison.Ordinal
        );
        Assert.Equal("reports", Assert.Single(update.Unused));
    }

    [Fact]
    public void Update_ShortTransactionsThatAreThrottled_GetTheirClassFirst()
    {
        var update = Update(Policy, Group(PlanShape.Oltp, app: "SSRS", longest: 0.01, executions: 50));

        var edit = Assert.Single(update.Edits);
        Assert.Equal(("oltp", "fast", "reports"), (edit.Name, edit.Pool, edit.Before));
        Assert.True(
            update.Text.IndexOf("class oltp", StringComparison.Ordinal)
                < update.Text.IndexOf("class reports", StringComparison.Ordinal)
        );
    }

    [Fact]
    public void Update_Twice_HasNothingLeftToPropose()
    {
        StatementGroup[] groups =
        [
            Group(PlanShape.Scan, streamed: 900 * MiB),
            Group(PlanShape.Aggregation, 9 * MiB),
            Group(PlanShape.Oltp, app: "SSRS", longest: 0.01),
        ];
        var once = Update(Policy, groups);

        Assert.Equal(3, once.Edits.Length);
        Assert.Empty(Update(once.Text, groups).Edits);
    }

    [Fact]
    public void Update_UnknownWork_IsNotProposed() =>
        Assert.Empty(Update(Policy, WithoutPlan("a function", 500)).Edits);

    [Fact]
    public void Update_PolicyWithoutThrottlingPools_SaysSo()
    {
        var update = Update("language 1\npool all { cache 100% }\ndefault -> all\n", Group(PlanShape.Scan));

        Assert.Empty(update.Edits);
        Assert.Equal("scan: no pool of the policy throttles", Assert.Single(update.Undone));
    }

    [Fact]
    public void Update_NameThatIsTaken_GetsAnother()
    {
        var policy = Policy.Replace("class reports", "class scan", StringComparison.Ordinal);

        Assert.Equal("scan_2", Assert.Single(Update(policy, Group(PlanShape.Scan)).Edits).Name);
    }

    [Fact]
    public void Update_CarriageReturns_AreKept()
    {
        var policy = Policy.Replace("\n", "\r\n", StringComparison.Ordinal);

        var text = Update(policy, Group(PlanShape.Scan)).Text;

        Assert.DoesNotContain("\n", text.Replace("\r\n", "", StringComparison.Ordinal), StringComparison.Ordinal);
    }

    [Fact]
    public void Update_AnythingDrawn_StaysAValidPolicyThatKeepsItsLines()
    {
        for (var seed = 0; seed < 200; seed++)
        {
            var update = Update(Policy, [.. Drawn(seed).Groups]);

            Assert.NotNull(PolicyReader.Check(update.Text, "p.rgp", TargetProfile.Generic).Policy);
            Assert.True(
                Update(update.Text, [.. Drawn(seed).Groups]).Edits.IsEmpty,
                $"seed {seed}: proposed again\n{update.Text}"
            );
            var lines = new Queue<string>(update.Text.Split('\n'));
            Assert.All(Policy.Split('\n'), line => Assert.True(Comes(lines, line), $"seed {seed}: {line}"));
        }
    }

    private static bool Comes(Queue<string> lines, string wanted)
    {
        while (lines.TryDequeue(out var next))
        {
            if (next == wanted)
                return true;
        }

        return false;
    }

    private static PolicyUpdate Update(string text, params StatementGroup[] groups)
    {
        var policy = PolicyReader.Check(text, "p.rgp", TargetProfile.Generic).Policy;
        Assert.NotNull(policy);
        return PolicyUpdater.Update(
            Of(groups),
            new SuggestionRequest(TargetProfile.Generic, "monday.rgrec", "postgresql", null),
            PolicyProgram.Compile(policy, TargetProfile.Generic),
            text
        );
    }
}
