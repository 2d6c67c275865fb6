using System.Buffers.Binary;

namespace RgPolicy.Service.Tests.Metrics.Otlp;

/// <summary>A metric as the OpenTelemetry protocol carries it; field numbers are those of its
/// metrics.proto, version 1.</summary>
internal sealed record SentMetric(string Name, string Unit, string Kind, string Attributes, double Value)
{
    public static List<SentMetric> Read(ReadOnlySpan<byte> request)
    {
        List<SentMetric> metrics = [];
        foreach (var resource in Fields(request, 1))
        foreach (var scope in Fields(resource, 2))
        foreach (var metric in Fields(scope, 2))
            metrics.AddRange(Points(metric));
        return metrics;
    }

    private static IEnumerable<SentMetric> Points(byte[] metric)
    {
        var (name, unit) = (Text(metric, 1), Text(metric, 3));
        foreach (var gauge in Fields(metric, 5))
        foreach (var point in Fields(gauge, 1))
            yield return Point(name, unit, "gauge", point);
        foreach (var sum in Fields(metric, 7))
        foreach (var point in Fields(sum, 1))
            yield return Point(name, unit, IsMonotonic(sum) ? "counter" : "sum", point);
    }

    private static SentMetric Point(string name, string unit, string kind, byte[] point) =>
        new(
            name,
            unit,
            kind,
            string.Join(',', Fields(point, 7).Select(each => $"{Text(each, 1)}={Text(Fields(each, 2).Single(), 1)}")),
            BinaryPrimitives.ReadDoubleLittleEndian(Fields(point, 4).Single())
        );

    private static bool IsMonotonic(byte[] sum) => Fields(sum, 3).Any(value => value is [1]);

    private static string Text(byte[] message, int number) =>
        Encoding.UTF8.GetString(Fields(message, number).SingleOrDefault() ?? []);

    /// <summary>The values of one field: bytes as they are, 8 bytes of a double, one byte of a small number.</summary>
    private static List<byte[]> Fields(ReadOnlySpan<byte> message, int number)
    {
        List<byte[]> values = [];
        while (message.Length > 0)
        {
            var tag = (int)Varint(ref message);
            var value = (tag & 7) switch
            {
                0 => [(byte)Varint(ref message)],
                1 => Take(ref message, 8),
                2 => Take(ref message, (int)Varint(ref message)),
                5 => Take(ref message, 4),
                var kind => throw new InvalidDataException($"wire type {kind}"),
            };
            if (tag >> 3 == number)
                values.Add(value);
        }

        return values;
    }

    private static byte[] Take(ref ReadOnlySpan<byte> message, int count)
    {
        var value = message[..count].ToArray();
        message = message[count..];
        return value;
    }

    private static ulong Varint(ref ReadOnlySpan<byte> message)
    {
        var value = 0UL;
        for (var shift = 0; ; shift += 7)
        {
            var each = message[0];
            message = message[1..];
            value |= (ulong)(each & 0x7F) << shift;
            if (each < 0x80)
                return value;
        }
    }
}
