using RgPolicy.Cli.Files;
using RgPolicy.Cli.Shell;
using RgPolicy.Cli.Terminal;
using RgPolicy.Language.Analysis.Comparing;
using RgPolicy.Language.Analysis.Samples;
using RgPolicy.Language.Checking;
using RgPolicy.Language.Model;

namespace RgPolicy.Cli.Comparing;

/// <summary>Proves statements about all queries, or shows a query for which they are wrong.</summary>
internal sealed class ProveHandler(CliContext context)
{
    /// <summary>Whether two policies give every query the same limits.</summary>
    /// <returns>The exit code.</returns>
    public async Task<int> EquivalentAsync(string old, string @new, string? target, bool json, CancellationToken cancellationToken)
    {
        var pair = await PolicyPair.LoadAsync(context, old, @new, target, cancellationToken);
        if (pair is not { Old: { } before, New: { } after })
        {
            return pair.ExitCode;
        }

        var difference = PolicyComparison.Compare(before, after);
        var region = difference.Regions.FirstOrDefault(each => each.ChangesLimits);
        var reason = region is not null
            ? $"class {region.Before.Name} in pool {region.Before.Pool.Name} becomes class {region.After.Name} in pool {region.After.Pool.Name}"
            : difference.Statements.IsEmpty ? null : string.Join(", ", difference.Statements) + ": differs";
        return Conclude(json, reason, region?.Sample, difference.IsDecided);
    }

    /// <summary>Whether no query for which a condition is true gets a pool.</summary>
    /// <returns>The exit code.</returns>
    public async Task<int> NeverAsync(ProveNeverRequest request, CancellationToken cancellationToken)
    {
        var pair = await PolicyPair.LoadAsync(context, request.Policy, request.Policy, request.Target, cancellationToken);
        if (pair.Old is not { } policy)
        {
            return pair.ExitCode;
        }

        if (!policy.Pools.Any(pool => string.Equals(pool.Name, request.Pool, StringComparison.Ordinal)))
        {
            return context.Fail(ExitCode.Usage, $"the policy has no pool `{request.Pool}`",
                $"Name one of {string.Join(", ", policy.Pools.Select(pool => pool.Name))}.");
        }

        var file = new InputFile(request.Policy, context.Resolve(request.Policy));
        var content = await FileContent.ReadAsync(context, file, PolicyFiles.MaximumBytes, cancellationToken);
        var text = System.Text.Encoding.UTF8.GetString(content.Bytes ?? []);
        var asked = ConditionReader.Read(request.Condition, text, policy, pair.Target);
        return asked.Condition is { } condition ? Never(request, policy, condition) : Refuse(asked);
    }

    private int Never(ProveNeverRequest request, Policy policy, Condition condition)
    {
        var found = PolicyComparison.FindInPool(policy, condition, request.Pool);
        return Conclude(
            request.Json, found.Class is null ? null : $"class {found.Class.Name} takes it into pool {request.Pool}", found.Sample, found.IsDecided);
    }

    private int Refuse(ConditionCheck asked)
    {
        foreach (var found in asked.Diagnostics)
        {
            context.Error.WriteLine(FormattableString.Invariant($"condition:{found.Range.StartColumn}: {found.Code} {Printable.Of(found.Message)}"));
        }

        return context.Fail(ExitCode.Usage, "the condition does not fit", "Write it as behind `when` in a class.");
    }

    private int Conclude(bool isJson, string? reason, Sample? sample, bool isDecided)
    {
        if (isJson)
        {
            JsonOutput.WriteDocument(context, "rgp/prove/1", json =>
            {
                json.WriteString("answer", reason is not null ? "no" : isDecided ? "yes" : "undecided");
                json.WriteString("reason", reason);
                SampleJson.Write(json, sample);
            });
        }
        else
        {
            context.Output.WriteLine(reason is not null ? $"no: {Printable.Of(reason)}"
                : isDecided ? "yes: proved for all queries" : "not decided within the work budget");
            if (sample is not null)
            {
                context.Output.WriteLine("such as " + Printable.Of(SampleJson.Text(sample)));
            }
        }

        return reason is null && isDecided
            ? ExitCode.Success
            : context.Finish(ExitCode.Findings, reason is null
                ? "Nothing was proved: ask about a smaller policy." : "Give the sample to `rgp classify` to see it decided.");
    }
}
