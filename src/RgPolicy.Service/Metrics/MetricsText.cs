using System.Buffers;
using System.Collections.Immutable;
using System.Globalization;
using System.Text;

namespace RgPolicy.Service.Metrics;

/// <summary>Writes the Prometheus text format (version 0.0.4): families in order, each with its help
/// and type before its samples.</summary>
internal static class MetricsText
{
    /// <summary>Writes all families as UTF-8.</summary>
    public static void Write(IEnumerable<MetricFamily> families, IBufferWriter<byte> output)
    {
        foreach (var family in families)
        {
            Encoding.UTF8.GetBytes(
                $"# HELP {family.Name} {Escape(family.Help)}\n# TYPE {family.Name} {family.Type}\n",
                output
            );
            foreach (var sample in family.Samples)
            {
                Encoding.UTF8.GetBytes($"{sample.Name}{Labels(sample.Labels)} {Number(sample.Value)}\n", output);
            }
        }
    }

    private static string Labels(ImmutableArray<(string Name, string Value)> labels) =>
        labels.IsEmpty
            ? ""
            : "{" + string.Join(',', labels.Select(label => $"{label.Name}=\"{Quote(label.Value)}\"")) + "}";

    private static string Quote(string text) => Escape(text).Replace("\"", "\\\"", StringComparison.Ordinal);

    private static string Escape(string text) =>
        text.Replace(@"\", @"\\", StringComparison.Ordinal).Replace("\n", @"\n", StringComparison.Ordinal);

    private static string Number(double value) =>
        value switch
        {
            double.PositiveInfinity => "+Inf",
            double.NegativeInfinity => "-Inf",
            _ => value.ToString("R", CultureInfo.InvariantCulture),
        };
}
