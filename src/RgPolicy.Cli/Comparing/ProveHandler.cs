using System.Collections.Immutable;
using RgPolicy.Cli.Files;
using RgPolicy.Cli.Shell;
using RgPolicy.Cli.Terminal;
using RgPolicy.Engine.Comparing;
using RgPolicy.Engine.Compile;
using RgPolicy.Engine.Documents;
using RgPolicy.Language.Analysis.Comparing;
using RgPolicy.Language.Analysis.Samples;
using RgPolicy.Language.Checking;
using RgPolicy.Language.Conditions;
using RgPolicy.Language.Model;
using RgPolicy.Language.Targets;

namespace RgPolicy.Cli.Comparing;

/// <summary>Proves statements about all queries, or shows a query for which they are wrong.</summary>
internal sealed class ProveHandler(CliContext context)
{
    /// <summary>Whether two policies give every query the same limits.</summary>
    /// <returns>The exit code.</returns>
    public async Task<int> EquivalentAsync(
        string old,
        string @new,
        string? target,
        bool json,
        CancellationToken cancellationToken
    )
    {
        var pair = await PolicyPair.LoadAsync(context, old, @new, target, cancellationToken);
        if (pair is not { Old: { } before, New: { } after })
        {
            return pair.ExitCode;
        }

        var host = new ProvedHost(pair.Target, HostReach.IsEveryHost([before, after], pair.Target));
        var difference = ProgramComparison.Compare(
            PolicyProgram.Compile(before, pair.Target),
            PolicyProgram.Compile(after, pair.Target),
            cancellationToken
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
    /// <returns>The exit code.</returns>
    public async Task<int> NeverAsync(ProveNeverRequest request, CancellationToken cancellationToken)
    {
        var pair = await PolicyPair.LoadAsync(
            context,
            request.Policy,
            request.Policy,
            request.Target,
            cancellationToken
        );
        if (pair.Old is not { } policy)
        {
            return pair.ExitCode;
        }

        if (!policy.Pools.Any(pool => string.Equals(pool.Name, request.Pool, StringComparison.Ordinal)))
        {
            return context.Fail(
                ExitCode.Usage,
                $"the policy has no pool `{request.Pool}`",
                $"Name one of {string.Join(", ", policy.Pools.Select(pool => pool.Name))}."
            );
        }

        var file = new InputFile(request.Policy, context.Resolve(request.Policy));
        var content = await FileContent.ReadAsync(context, file, PolicyFiles.MaximumBytes, cancellationToken);
        var text = System.Text.Encoding.UTF8.GetString(content.Bytes ?? []);
        var asked = ConditionReader.Read(request.Condition, text, policy, pair.Target);
        return asked.Condition is { } condition
            ? Never(request, policy, condition, HostOf(pair.Target, policy, asked))
            : Refuse(asked);
    }

    // A condition that names a fact of the host is about the target, whether or not one was named.
    private static ProvedHost HostOf(TargetProfile target, Policy policy, ConditionCheck asked) =>
        asked.NamesHost
            ? new ProvedHost(target with { IsAssumed = false }, IsEvery: false)
            : new ProvedHost(target, HostReach.IsEveryHost([policy], target, asked.Condition));

    private int Never(ProveNeverRequest request, Policy policy, Condition condition, ProvedHost host)
    {
        var found = ProgramComparison.FindInPool(PolicyProgram.Compile(policy, host.Target), condition, request.Pool);
        return Conclude(request.Json, found.Sample is null ? null : found.Why, found.Sample, found.Undecided, host);
    }

    private int Refuse(ConditionCheck asked)
    {
        foreach (var found in asked.Diagnostics)
        {
            context.Error.WriteLine(
                FormattableString.Invariant(
                    $"condition:{found.Range.StartColumn}: {found.Code} {Printable.Of(found.Message)}"
                )
            );
        }

        return context.Fail(ExitCode.Usage, "the condition does not fit", "Write it as behind `when` in a class.");
    }

    private int Conclude(bool isJson, string? reason, Sample? sample, ImmutableArray<string> undecided, ProvedHost host)
    {
        var isProved = reason is null && undecided.IsEmpty;
        if (isJson)
        {
            JsonOutput.WriteDocument(
                context,
                "rgp/prove/1",
                json =>
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
                }
            );
        }
        else
        {
            context.Output.WriteLine(
                reason is not null ? $"no: {Printable.Of(reason)}"
                : isProved ? $"yes: proved for all queries{Printable.Of(host.Ending)}"
                : $"not proved: {Printable.Of(DifferenceText.Names(undecided))}"
            );
            if (sample is not null)
            {
                context.Output.WriteLine("such as " + Printable.Of(SampleJson.Text(sample)));
            }

            if (!isProved && host.Line is { } line)
            {
                context.Output.WriteLine(Printable.Of(line));
            }
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

/// <summary>What <c>rgp prove never</c> was asked for.</summary>
internal sealed record ProveNeverRequest(string Policy, string Condition, string Pool, string? Target, bool Json);
