using System.Text;
using System.Text.Unicode;
using RgPolicy.Plans.Documents;
using RgPolicy.Plans.MySql;
using RgPolicy.Plans.PostgreSql;

namespace RgPolicy.Plans;

/// <summary>Documents that are JSON, perhaps with a client's frame around them.</summary>
internal static class JsonDocuments
{
    /// <summary>What is taken off, in this order, while something cannot be read.</summary>
    private static readonly Func<string, string>[] Wrappings = [RawControls.Blank, ClientFrame.Remove];

    public static PlanDocument Read(
        ReadOnlyMemory<byte> body,
        Encoding encoding,
        string encodingName,
        PlanReaderOptions options
    )
    {
        var isClean = encoding is UTF8Encoding && Utf8.IsValid(body.Span);
        var text = isClean ? null : encoding.GetString(body.Span);
        var read = ReadUtf8(text is null ? body : Encoding.UTF8.GetBytes(text), encodingName, options);
        if (!read.Diagnostics.IsEmpty)
            read = Unwrapped(text ?? Encoding.UTF8.GetString(body.Span), read, options);
        return text is not null && text.Contains('\uFFFD', StringComparison.Ordinal)
            ? read with
            {
                Diagnostics = read.Diagnostics.Add(PlanProblems.InvalidBytes(encodingName)),
            }
            : read;
    }

    /// <summary>What cannot be read as it stands may be readable without what a client or a log put around it.</summary>
    private static PlanDocument Unwrapped(string text, PlanDocument read, PlanReaderOptions options)
    {
        foreach (var unwrap in Wrappings)
        {
            var plain = unwrap(text);
            if (read.Diagnostics.IsEmpty || ReferenceEquals(plain, text))
                continue;
            text = plain;
            read = ReadUtf8(Encoding.UTF8.GetBytes(text), read.Encoding, options);
        }

        return read;
    }

    private static PlanDocument ReadUtf8(ReadOnlyMemory<byte> utf8, string encodingName, PlanReaderOptions options)
    {
        var format = FormatRecogniser.Recognise(utf8.Span);
        if (format == PlanFormat.Unrecognised)
            return new(format, encodingName, [], [PlanProblems.NotAPlan(utf8.Span)]);
        return format == PlanFormat.PostgresJson
            ? new PostgresReader(options).Read(utf8, encodingName)
            : new MySqlReader(options).Read(utf8, format, encodingName);
    }
}
