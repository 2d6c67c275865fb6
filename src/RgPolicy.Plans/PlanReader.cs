using System.Buffers;
using RgPolicy.Plans.Documents;
using RgPolicy.Plans.SqlServer;

namespace RgPolicy.Plans;

/// <summary>Reads plan documents of any supported format; never throws on what a document holds.</summary>
public static class PlanReader
{
    /// <summary>Reads a document as it came from a file or a server: encoding and format are recognised
    /// by content.</summary>
    /// <param name="document">The bytes.</param>
    /// <param name="options">Limits, and the LLC to judge against.</param>
    /// <returns>The statements that could be read, and what was wrong.</returns>
    public static PlanDocument Read(ReadOnlySpan<byte> document, PlanReaderOptions options)
    {
        if (document.Length > options.MaximumBytes)
            return TooLarge(options);
        var copy = ArrayPool<byte>.Shared.Rent(document.Length);
        document.CopyTo(copy);
        var read = Read(new ArraySegment<byte>(copy, 0, document.Length), options);
        ArrayPool<byte>.Shared.Return(copy);
        return read;
    }

    /// <summary>The same without a copy.</summary>
    public static PlanDocument Read(byte[] document, PlanReaderOptions options) =>
        Read(new ArraySegment<byte>(document), options);

    /// <summary>Reads a document that is text already; it counts as UTF-8.</summary>
    public static PlanDocument Read(string document, PlanReaderOptions options)
    {
        if (Encoding.UTF8.GetByteCount(document) > options.MaximumBytes)
            return TooLarge(options);
        return Read(Encoding.UTF8.GetBytes(document), options);
    }

    private static PlanDocument Read(ArraySegment<byte> document, PlanReaderOptions options)
    {
        if (document.Count > options.MaximumBytes)
            return TooLarge(options);
        var (encoding, name, mark) = EncodingRecogniser.Recognise(document);
        var body = document[mark..];
        var root = ShowplanRoots.Next(body, 0, encoding);
        var showplan = root < 0 ? null : new ShowplanReader(body, encoding, name, options).Read(root);
        if (showplan is not { Statements.IsEmpty: false } && ShowplanCarriers.Unwrap(body, encoding) is { } inner)
        {
            var first = ShowplanRoots.Next(inner, 0, Encoding.UTF8);
            showplan = first < 0 ? showplan : new ShowplanReader(inner, Encoding.UTF8, name, options).Read(first);
        }

        return showplan ?? JsonDocuments.Read(body, encoding, name, options);
    }

    private static PlanDocument TooLarge(PlanReaderOptions options) =>
        new(PlanFormat.Unrecognised, "unknown", [], [PlanProblems.TooLarge(options.MaximumBytes)]);
}
