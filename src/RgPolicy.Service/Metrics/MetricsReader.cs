using System.Collections.Immutable;
using System.Globalization;
using System.Text;

namespace RgPolicy.Service.Metrics;

/// <summary>Reads back what <see cref="MetricsText"/> has written, for those who want it in another format.</summary>
internal static class MetricsReader
{
    private const string TypeMark = "# TYPE ";
    private const string HelpMark = "# HELP ";

    /// <summary>The families, in their order.</summary>
    public static IReadOnlyList<MetricFamily> Read(string text)
    {
        List<MetricFamily> families = [];
        var (help, name, type) = ("", "", "");
        var samples = ImmutableArray.CreateBuilder<MetricSample>();
        foreach (var line in text.Split('\n', StringSplitOptions.RemoveEmptyEntries))
        {
            if (line.StartsWith(HelpMark, StringComparison.Ordinal))
            {
                Close();
                help = Unescape(line[(line.IndexOf(' ', HelpMark.Length) + 1)..]);
            }
            else if (line.StartsWith(TypeMark, StringComparison.Ordinal))
            {
                var blank = line.LastIndexOf(' ');
                (name, type) = (line[TypeMark.Length..blank], line[(blank + 1)..]);
            }
            else
            {
                samples.Add(Sample(line));
            }
        }

        Close();
        return families;

        void Close()
        {
            if (name.Length > 0) families.Add(new MetricFamily(name, type, help, samples.ToImmutable()));
            name = "";
            samples.Clear();
        }
    }

    private static MetricSample Sample(string line)
    {
        var end = line.AsSpan().IndexOfAny('{', ' ');
        var labels = ImmutableArray.CreateBuilder<(string, string)>();
        var at = end;
        while (line[at] is '{' or ',')
        {
            var equals = line.IndexOf('=', at);
            var close = EndOfValue(line, equals + 2);
            labels.Add((line[(at + 1)..equals], Unescape(line[(equals + 2)..close])));
            at = close + 1;
        }

        return new MetricSample(line[..end], labels.ToImmutable(), Number(line[(line.IndexOf(' ', at) + 1)..]));
    }

    private static int EndOfValue(string line, int from)
    {
        while (line[from] != '"') from += line[from] == '\\' ? 2 : 1;
        return from;
    }

    private static double Number(string text) => text switch
    {
        "+Inf" => double.PositiveInfinity,
        "-Inf" => double.NegativeInfinity,
        _ => double.Parse(text, CultureInfo.InvariantCulture),
    };

    private static string Unescape(string text)
    {
        if (!text.Contains('\\', StringComparison.Ordinal)) return text;
        var plain = new StringBuilder(text.Length);
        for (var at = 0; at < text.Length; at++)
        {
            var isEscaped = text[at] == '\\';
            if (isEscaped) at++;
            plain.Append(isEscaped && text[at] == 'n' ? '\n' : text[at]);
        }

        return plain.ToString();
    }
}
