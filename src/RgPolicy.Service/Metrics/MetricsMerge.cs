using System.Text;

namespace RgPolicy.Service.Metrics;

/// <summary>
/// The metrics of several loops as one text: each family once, every sample with its target. What is of the process and not of a
/// loop is there once, without a target.
/// </summary>
internal static class MetricsMerge
{
    private const string TypeMark = "# TYPE ";
    private const string HelpMark = "# HELP ";
    private const string Up = "rgp_target_up";

    /// <summary>Merges them.</summary>
    /// <param name="documents">Each target's name and text; the answer of one that cannot begin is JSON.</param>
    public static byte[] Write(IReadOnlyList<(string Target, byte[] Text)> documents)
    {
        List<string> order = [];
        var families = new Dictionary<string, Family>(StringComparer.Ordinal);
        foreach (var (target, text) in documents)
        {
            Read(target, Encoding.UTF8.GetString(text), order, families);
        }

        var merged = new StringBuilder();
        foreach (var family in order.Select(name => families[name]))
        {
            merged.Append(family.Head);
            family.Samples.ForEach(sample => merged.Append(sample).Append('\n'));
        }

        return Encoding.UTF8.GetBytes(merged.ToString());
    }

    private static void Read(string target, string text, List<string> order, Dictionary<string, Family> families)
    {
        if (text.StartsWith('{'))
        {
            // A loop that cannot begin has no metrics but this one.
            text = new MetricsText().Gauge(Up, MetricsDocument.UpHelp).Sample(0).ToText();
        }

        var (help, family) = ("", default(Family?));
        foreach (var line in text.Split('\n', StringSplitOptions.RemoveEmptyEntries))
        {
            if (line.StartsWith(HelpMark, StringComparison.Ordinal))
            {
                help = line;
            }
            else if (line.StartsWith(TypeMark, StringComparison.Ordinal))
            {
                family = FamilyOf(line, help, order, families);
            }
            else
            {
                family?.Add(line, target);
            }
        }
    }

    private static Family FamilyOf(string type, string help, List<string> order, Dictionary<string, Family> families)
    {
        var name = type[TypeMark.Length..type.LastIndexOf(' ')];
        if (!families.TryGetValue(name, out var family))
        {
            families[name] = family = new Family($"{help}\n{type}\n", MetricsDocument.IsOfProcess(name));
            order.Add(name);
        }

        return family;
    }

    private sealed record Family(string Head, bool IsOfProcess)
    {
        public List<string> Samples { get; } = [];

        public void Add(string line, string target)
        {
            if (!IsOfProcess)
            {
                Samples.Add(WithTarget(line, target));
            }
            else if (Samples.Count == 0)
            {
                Samples.Add(line);
            }
        }

        // A target's name is made of letters, digits, - and _: it needs no escape.
        private static string WithTarget(string line, string target)
        {
            var end = line.AsSpan().IndexOfAny('{', ' ');
            return line[end] == '{'
                ? $"{line[..end]}{{target=\"{target}\",{line[(end + 1)..]}"
                : $"{line[..end]}{{target=\"{target}\"}}{line[end..]}";
        }
    }
}
