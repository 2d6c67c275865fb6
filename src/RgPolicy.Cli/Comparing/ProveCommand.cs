using RgPolicy.Engine.Comparing;
using RgPolicy.Language.Analysis.Comparing;
using RgPolicy.Language.Analysis.Samples;
using RgPolicy.Language.Checking;
using RgPolicy.Language.Conditions;
using RgPolicy.Language.Model;

namespace RgPolicy.Cli.Comparing;

/// <summary><c>rgp prove</c>: proves a statement about all queries, or refutes it by a sample.</summary>
internal sealed class ProveCommand(CliContext context)
{
    private const string Wrong = "The statement is wrong, or it is not proved.";

    private static readonly Argument<string> Old = new("OLD") { Description = "One policy." };
    private static readonly Argument<string> New = new("NEW") { Description = "The other policy." };
    private static readonly Argument<string> PolicyPath = new("POLICY") { Description = "The policy." };
    private static readonly Argument<string> Asked = new("CONDITION")
    {
        Description = "A condition, as behind `when`.",
    };
    private static readonly Argument<string> Pool = new("POOL") { Description = "A pool of the policy." };
    private static readonly Option<string?> Profile = TargetResolver.CreateOption();

    public static Command Create(CliContext context) =>
        new RgpCommand(
            "prove",
            "Proves a statement about all queries, or refutes it.",
            "rgp prove equivalent policies/htap.rgp policies/htap.rgp",
            "rgp prove never policies/htap.rgp 'plan.shape = scan' critical"
        )
        {
            Details = "A statement that is wrong comes with a query that shows it.",
            Ends = [new(ExitCode.Findings, Wrong)],
        }.Takes(CreateEquivalent(context), CreateNever(context));

    private static RgpCommand CreateEquivalent(CliContext context) =>
        new RgpCommand(
            "equivalent",
            "Both policies give every query the same pool and settings.",
            "rgp prove equivalent policies/htap.rgp policies/htap.rgp",
            "rgp prove equivalent policies/htap.rgp policies/noll2018.rgp --output json"
        )
        {
            Ends = [new(ExitCode.Findings, Wrong)],
        }
            .Takes(Old, New, Profile)
            .Does(new ProveCommand(context).EquivalentAsync);

    private static RgpCommand CreateNever(CliContext context) =>
        new RgpCommand(
            "never",
            "No query that meets the condition gets the pool.",
            "rgp prove never policies/htap.rgp 'plan.shape = scan' critical",
            "rgp prove never policies/htap.rgp 'statement.kind = bulk_load' critical --output json"
        )
        {
            Ends = [new(ExitCode.Findings, Wrong)],
        }
            .Takes(PolicyPath, Asked, Pool, Profile)
            .Does(new ProveCommand(context).NeverAsync);

    /// <summary>Whether two policies give every query the same limits.</summary>
    private async Task<int> EquivalentAsync(ParseResult result)
    {
        var (before, after, target) = await PolicyPair.LoadAsync(
            context,
            result.GetRequiredValue(Old),
            result.GetRequiredValue(New),
            result.GetValue(Profile)
        );
        var json = result.WantsJson();

        var host = new ProvedHost(target, HostReach.IsEveryHost([before, after], target));
        var difference = ProgramComparison.Compare(
            PolicyProgram.Compile(before, target),
            PolicyProgram.Compile(after, target),
            context.Interrupt
        );
        if (difference.Regions.FirstOrDefault(each => each.ChangesLimits) is { } region)
        {
            var beside = region.Beside.Length == 0 ? "" : $"; {region.Beside} differs";
            return Conclude(
                json,
                $"class {region.Before.Name} in pool {region.Before.Pool.Name} becomes class {region.After.Name} in "
                    + $"pool {region.After.Pool.Name}{beside}",
                region.Sample,
                [],
                host
            );
        }

        return difference.Changes.FirstOrDefault(each => each.Sample is not null) is { } change
            ? Conclude(json, DifferenceText.Describe(change), change.Sample, [], host)
            : Conclude(json, null, null, difference.Undecided, host);
    }

    /// <summary>Whether no query for which a condition is true gets a pool.</summary>
    private async Task<int> NeverAsync(ParseResult result)
    {
        var path = result.GetRequiredValue(PolicyPath);
        var (policy, _, target) = await PolicyPair.LoadAsync(context, path, path, result.GetValue(Profile));
        var pool = result.GetRequiredValue(Pool);

        if (!policy.Pools.Any(each => each.Name == pool))
        {
            return context.Fail(
                ExitCode.Usage,
                $"the policy has no pool `{pool}`",
                $"Name one of {string.Join(", ", policy.Pools.Select(each => each.Name))}."
            );
        }

        var file = InputFile.Named(context, path);
        var content = await FileContent.ReadAsync(context, file, PolicyFiles.MaximumBytes);
        var text = System.Text.Encoding.UTF8.GetString(content.Bytes ?? []);
        var asked = ConditionReader.Read(result.GetRequiredValue(Asked), text, policy, target);
        return asked.Condition is { } condition
            ? Never(result, policy, condition, HostOf(target, policy, asked))
            : Refuse(asked);
    }

    // A condition that names a fact of the host is about the target, whether or not one was named.
    private static ProvedHost HostOf(TargetProfile target, Policy policy, ConditionCheck asked) =>
        asked.NamesHost
            ? new ProvedHost(target with { IsAssumed = false }, IsEvery: false)
            : new ProvedHost(target, HostReach.IsEveryHost([policy], target, asked.Condition));

    private int Never(ParseResult result, Policy policy, Condition condition, ProvedHost host)
    {
        var found = ProgramComparison.FindInPool(
            PolicyProgram.Compile(policy, host.Target),
            condition,
            result.GetRequiredValue(Pool)
        );
        return Conclude(
            result.WantsJson(),
            found.Sample is null ? null : found.Why,
            found.Sample,
            found.Undecided,
            host
        );
    }

    private int Refuse(ConditionCheck asked)
    {
        foreach (var found in asked.Diagnostics)
        {
            context.Error.WriteLine(
                Invariant($"condition:{found.Range.StartColumn}: {found.Code} {Printable.Of(found.Message)}")
            );
        }

        return context.Fail(ExitCode.Usage, "the condition does not fit", "Write it as behind `when` in a class.");
    }

    private int Conclude(bool isJson, string? reason, Sample? sample, ImmutableArray<string> undecided, ProvedHost host)
    {
        var isProved = reason is null && undecided.IsEmpty;
        if (isJson)
        {
            new JsonReport(context, "rgp/prove/1").Write(json =>
            {
                json.WriteString(
                    "answer",
                    reason is not null ? "no"
                        : isProved ? "yes"
                        : "undecided"
                );
                json.WriteString("reason", reason);
                SampleJson.Write(json, sample);
                json.WriteTexts("undecided", undecided);
                host.Write(json);
            });
        }
        else
        {
            context.Output.WriteLine(
                reason is not null ? $"no: {Printable.Of(reason)}"
                : isProved ? $"yes: proved for all queries{Printable.Of(host.Ending)}"
                : $"not proved: {Printable.Of(DifferenceText.Names(undecided))}"
            );
            if (sample is not null)
                context.Output.WriteLine("such as " + Printable.Of(SampleJson.Text(sample)));

            if (!isProved && host.Line is { } line)
                context.Output.WriteLine(Printable.Of(line));
        }

        return isProved
            ? ExitCode.Success
            : context.Finish(
                ExitCode.Findings,
                reason is null
                    ? "What is named differs, or was not decided: look at it, or ask about a smaller policy."
                    : "Give the sample to `rgp classify` to see it decided."
            );
    }
}
