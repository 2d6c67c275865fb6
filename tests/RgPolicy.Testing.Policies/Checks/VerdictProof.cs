using System.Text.Json;
using System.Text.RegularExpressions;
using NodaTime;
using RgPolicy.Language.Checking;
using RgPolicy.Language.Diagnostics;
using RgPolicy.Language.Targets;
using RgPolicy.Testing.Policies.Text;
using RgPolicy.Testing.Policies.Truth;

namespace RgPolicy.Testing.Policies.Checks;

/// <summary>Holds the findings on one policy against those counted out; each difference is one sentence.</summary>
internal static partial class VerdictProof
{
    public static IEnumerable<string> Differences(PlainPolicy policy, PolicyCheck check)
    {
        var expected = new ExpectedVerdicts(policy);
        var parts = new ExpectedParts(expected.Universe);
        for (var index = 0; index < policy.Classes.Count; index++)
        {
            var line = policy.FirstLine + index;
            var found = check
                .Diagnostics.Where(each =>
                    each.Range.StartLine == line && each.Code.StartsWith("RG3", StringComparison.Ordinal)
                )
                .ToList();
            foreach (var difference in OfClass(policy, expected, parts, index, found))
                yield return $"{policy.Classes[index].Name}: {difference}";
        }

        var rest = check.Diagnostics.SingleOrDefault(each => each.Code == "RG3007");
        if ((rest is not null) != expected.HasRest())
            yield return $"RG3007 is {(rest is null ? "missing" : "wrong")}";
        else if (
            rest is { Witness: not null }
            && PlainInterpreter.Classify(policy, Sample(policy, rest)) != policy.Classes.Count
        )
            yield return "the sample of RG3007 does not fall to the default";

        foreach (var undecided in check.Diagnostics.Where(each => each.Code is "RG3090" or "RG0004"))
            yield return undecided.Code + " on a small policy";
    }

    private static IEnumerable<string> OfClass(
        PlainPolicy policy,
        ExpectedVerdicts expected,
        ExpectedParts parts,
        int index,
        List<Diagnostic> found
    )
    {
        PlainPolicy.Write(policy.Classes[index]); // So that each question knows its column.
        foreach (var answer in found.Where(each => each.Code == "RG3016"))
        {
            if (AnswerProof.Difference(policy.Classes[index].Condition, answer) is { } wrong)
                yield return wrong;
        }

        var codes = found
            .Where(each => each.Code is not ("RG3006" or "RG3016" or "RG3018"))
            .Select(each => each.Code)
            .Order(StringComparer.Ordinal)
            .ToList();
        var wanted = expected.Codes(index).Order(StringComparer.Ordinal).ToList();
        if (!codes.SequenceEqual(wanted, StringComparer.Ordinal))
        {
            yield return $"[{string.Join(' ', codes)}] instead of [{string.Join(' ', wanted)}]";
            yield break;
        }

        foreach (var finding in found)
        {
            foreach (var difference in OfWitness(policy, expected, index, finding))
                yield return $"{finding.Code}: {difference}";
        }

        var isJudged = expected.State(index) is null && !Enumerable.Range(0, index).Any(expected.IsAlwaysTrue);
        var removable = isJudged ? parts.Find(policy.Classes[index].Condition) : [];
        var reported = found.Where(each => each.Code == "RG3006").Select(Part).Order().ToList();
        if (!reported.SequenceEqual(removable))
            yield return $"RG3006 at [{string.Join(' ', reported)}] instead of [{string.Join(' ', removable)}]";
    }

    private static IEnumerable<string> OfWitness(
        PlainPolicy policy,
        ExpectedVerdicts expected,
        int index,
        Diagnostic finding
    )
    {
        var above = finding.Related.Select(each => each.Range.StartLine - policy.FirstLine).ToList();
        switch (finding.Code)
        {
            case "RG3002" when above is not [var single] || !expected.Covers([single], index):
                yield return "the class that is named does not shadow it";
                break;
            case "RG3003"
                when !expected.Covers(above, index)
                    || above.Exists(each => expected.Covers(above.Where(other => other != each), index)):
                yield return "the classes that are named are not a smallest such list";
                break;
            case "RG3008":
                var signals = QuotedName()
                    .Matches(finding.Message)
                    .Select(match => match.Groups["name"].Value)
                    .ToList();
                if (
                    expected.IsLeftWhileKnown(index, signals)
                    || signals.Exists(each =>
                        !expected.IsLeftWhileKnown(index, signals.Where(other => other != each).ToList())
                    )
                )
                    yield return "the signals that are named are not a smallest such list";

                if (finding.Witness is not null && PlainInterpreter.Classify(policy, Sample(policy, finding)) != index)
                    yield return "the sample is not taken by the class";

                break;
        }
    }

    private static (int Column, int Element) Part(Diagnostic finding)
    {
        var element = ElementNumber().Match(finding.Message);
        var end =
            finding.Message.StartsWith("The low", StringComparison.Ordinal) ? 0
            : finding.Message.StartsWith("The high", StringComparison.Ordinal) ? 1
            : -1;
        return (
            finding.Range.StartColumn,
            element.Success ? int.Parse(element.Groups["number"].Value, CultureInfo.InvariantCulture) - 1 : end
        );
    }

    /// <summary>The query that a finding shows.</summary>
    public static Query Sample(PlainPolicy policy, Diagnostic finding)
    {
        var values = new Dictionary<string, object>(StringComparer.Ordinal);
        foreach (
            var (name, text) in finding.Witness ?? throw new InvalidOperationException("The finding has no sample.")
        )
        {
            if (PlainSignal.All.FirstOrDefault(signal => signal.Name == name) is { } signal)
                values[name] = Value(signal, text);
        }

        return new Query(values, finding.WitnessAt ?? Instant.FromUtc(2024, 1, 1, 0, 0));
    }

    private static object Value(PlainSignal signal, string text) =>
        signal.Kind switch
        {
            ValueKind.Text or ValueKind.Word => text,
            ValueKind.Set => JsonSerializer.Deserialize<string[]>(text) ?? [],
            ValueKind.Bool => text == "true",
            ValueKind.Version => text.Split('.')
                .Select(part => int.Parse(part, CultureInfo.InvariantCulture))
                .ToArray(),
            _ => decimal.Parse(text, CultureInfo.InvariantCulture),
        };

    /// <summary>Checks a policy text as the product does.</summary>
    public static PolicyCheck Check(PlainPolicy policy) =>
        PolicyReader.Check(policy.Text, "proof.rgp", TargetProfile.Generic);

    [GeneratedRegex("`(?<name>[a-z]+\\.[a-z_.]+)`", RegexOptions.ExplicitCapture, 1000)]
    private static partial Regex QuotedName();

    [GeneratedRegex("^Element (?<number>[0-9]+) ", RegexOptions.ExplicitCapture, 1000)]
    private static partial Regex ElementNumber();
}
