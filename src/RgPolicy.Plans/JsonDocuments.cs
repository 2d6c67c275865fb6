using System.Text.Unicode;
using RgPolicy.Plans.Documents;
using RgPolicy.Plans.MySql;
using RgPolicy.Plans.PostgreSql;
using RgPolicy.Plans.Texts;

namespace RgPolicy.Plans;

/// <summary>Documents that are JSON or text, perhaps with what a client or a log puts around them.</summary>
internal static class JsonDocuments
{
    /// <summary>What is taken off, in this order, while something cannot be read.</summary>
    private static readonly Func<string, string>[] Wrappings =
    [
        ClientFrame.Unescape,
        RawControls.Blank,
        ClientFrame.Remove,
    ];

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
        if (!read.Diagnostics.IsEmpty || TextPlans.MayBeBeside(body.Span))
            read = Unwrapped(text ?? Encoding.UTF8.GetString(body.Span), read, options);
        // A document of JSON alone is not searched for plans in other forms.
        else if (body.Span.TrimStart(" \t\r\n"u8) is not [(byte)'[' or (byte)'{', ..])
            read = WithOtherForms(read, body.Span);
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
        var inner = read.Diagnostics.IsEmpty ? text : LogRecords.Unwrap(text, !read.Statements.IsEmpty);
        if (!ReferenceEquals(inner, text))
            read = ReadUtf8(Encoding.UTF8.GetBytes(inner), read.Encoding, options);
        var plain = inner;
        foreach (var unwrap in Wrappings)
        {
            var before = plain;
            if (!read.Diagnostics.IsEmpty && !ReferenceEquals(plain = unwrap(before), before))
                read = ReadUtf8(Encoding.UTF8.GetBytes(plain), read.Encoding, options);
        }

        var whole = WithTexts(read, inner, options);
        // A head that is not known may hold what a cut plan lacks.
        var headless = whole.Diagnostics.IsEmpty ? inner : LogRecords.WithoutHeads(inner);
        if (!ReferenceEquals(headless, inner))
        {
            var other = ReadUtf8(Encoding.UTF8.GetBytes(headless), read.Encoding, options);
            other = WithTexts(other, headless, options);
            whole = other.Diagnostics.IsEmpty ? other : whole;
        }

        return WithOtherForms(whole, Encoding.UTF8.GetBytes(inner));
    }

    /// <summary>Among the plans of a log there may be some that are not read.</summary>
    private static PlanDocument WithOtherForms(PlanDocument read, ReadOnlySpan<byte> utf8) =>
        !read.Statements.IsEmpty && PlanProblems.OtherForm(utf8) is { } other
            ? read with
            {
                Diagnostics = read.Diagnostics.Add(other),
            }
            : read;

    /// <summary>Adds the plans that stand there as text.</summary>
    private static PlanDocument WithTexts(PlanDocument read, string text, PlanReaderOptions options)
    {
        var isMySql = MySqlText.IsIn(text);
        var plans = isMySql ? MySqlText.Plans(text) : TextPlans.OfPostgres(text);
        if (plans.Count == 0)
            return read;
        var statements = read.Statements.ToBuilder();
        var diagnostics = read.Diagnostics.ToBuilder();
        // That there is no plan in JSON is no problem here.
        diagnostics.RemoveAll(each => each.Code == PlanProblems.NoPlanCode);
        foreach (var plan in plans)
        {
            var one = plan.Json is { } json ? ReadUtf8(json, read.Encoding, options) : null;
            statements.Add(
                one is { Statements: [var statement] }
                    ? statement with
                    {
                        Ordinal = statements.Count,
                    }
                    : PlanStatement.Cut(statements.Count, null, plan.Statement)
            );
            if (one is not null)
                diagnostics.AddRange(one.Diagnostics);
            else if (plan.Problem is { } problem)
                diagnostics.Add(problem);
        }

        var format = isMySql ? PlanFormat.MySqlTree : PlanFormat.PostgresText;
        return read with
        {
            Format = read.Statements.IsEmpty ? format : read.Format,
            Statements = statements.ToImmutable(),
            Diagnostics = diagnostics.ToImmutable(),
        };
    }

    private static PlanDocument ReadUtf8(ReadOnlyMemory<byte> utf8, string encodingName, PlanReaderOptions options)
    {
        var format = FormatRecogniser.Recognise(utf8.Span);
        if (format == PlanFormat.Unrecognised)
            return new(format, encodingName, [], [PlanProblems.NotAPlan(utf8.Span)]);
        return format == PlanFormat.PostgresJson
            ? new PostgresReader(options).Read(utf8, format, encodingName)
            : new MySqlReader(options).Read(utf8, format, encodingName);
    }
}
