using RgPolicy.Engine.Compile;
using RgPolicy.Engine.Signals;
using RgPolicy.Language.Checking;
using RgPolicy.Language.Signals;
using RgPolicy.Language.Targets;
using RgPolicy.Testing.Policies.Checks;
using RgPolicy.Testing.Policies.Text;
using RgPolicy.Testing.Policies.Truth;

namespace RgPolicy.PolicyProof;

/// <summary>Holds the compiled policy against the plain interpreter, on random queries and on the
/// samples of findings.</summary>
internal static class ClassifierProof
{
    private const int QueriesPerPolicy = 20;

    public static List<string> Differences(PlainPolicy policy, PolicyCheck check, int seed, ref int queries)
    {
        var differences = new List<string>();
        if (check.Policy is null)
            return differences;

        var program = PolicyProgram.Compile(check.Policy, TargetProfile.Generic);
        var random = new Random(seed);
        var universe = new Universe(policy);
        for (var index = 0; index < QueriesPerPolicy; index++, queries++)
        {
            var query = universe.Draw(random);
            if (Classify(program, query) != PlainInterpreter.Classify(policy, query))
                differences.Add($"classified otherwise: {string.Join(", ", query.Values)} at {query.At}");
        }

        foreach (var finding in check.Diagnostics.Where(each => each.Witness is not null))
        {
            queries++;
            if (Classify(program, VerdictProof.Sample(policy, finding)) != finding.Range.StartLine - policy.FirstLine)
                differences.Add($"the sample of {finding.Code} is classified otherwise");
        }

        return differences;
    }

    private static int Classify(PolicyProgram program, Query query)
    {
        var values = new SignalValues();
        foreach (var (name, value) in query.Values)
        {
            var signal = SignalCatalog.Get(name);
            values[signal] = value switch
            {
                decimal number => SignalValue.Of(number),
                bool flag => SignalValue.Of(flag),
                int[] version => SignalValue.OfVersion([.. version.Select(part => (long)part)]),
                string[] set => SignalValue.Of(set.ToImmutableArray()),
                string text when signal.Type == SignalType.Enum => SignalValue.Of((decimal)signal.Words.IndexOf(text)),
                _ => SignalValue.Of((string)value),
            };
        }

        return program.Classify(values, query.At).ClassIndex;
    }
}
