using System.Collections.Immutable;
using System.Text;
using System.Xml;
using RgPolicy.Plans.Documents;

namespace RgPolicy.Plans.SqlServer;

/// <summary>A file that holds Showplan documents somewhere: reads each in turn, judges each statement as soon as it ends.</summary>
internal sealed class ShowplanReader(ReadOnlyMemory<byte> bytes, Encoding encoding, string encodingName, PlanReaderOptions options)
{
    private readonly List<PlanStatement?> _statements = [];
    private readonly ImmutableArray<PlanDiagnostic>.Builder _diagnostics = ImmutableArray.CreateBuilder<PlanDiagnostic>();
    private bool _hasInvalidBytes;

    public PlanDocument Read(List<int> roots)
    {
        NoteDocumentType(roots[0]);
        for (var i = 0; i < roots.Count; i++)
            ReadRoot(roots[i], i + 1 < roots.Count ? roots[i + 1] : bytes.Length);
        if (_hasInvalidBytes)
            _diagnostics.Add(PlanProblems.InvalidBytes(encodingName));
        if (_statements.Count == 0 && _diagnostics.Count == 0)
            _diagnostics.Add(PlanProblems.NoStatement());
        return new(PlanFormat.ShowplanXml, encodingName, [.. _statements.OfType<PlanStatement>()], _diagnostics.ToImmutable());
    }

    /// <summary>A document type is never read: it has no place in a plan, and entities are how documents attack.</summary>
    private void NoteDocumentType(int firstRoot)
    {
        var at = bytes.Span[..firstRoot].IndexOf(encoding.GetBytes("<!DOCTYPE"));
        if (at < 0)
            return;
        var (line, column) = Place(at, 1, 1);
        _diagnostics.Add(PlanProblems.DocumentType(line, column));
    }

    private void ReadRoot(int start, int end)
    {
        using var text = new EncodedReader(bytes[start..end], encoding);
        var names = new NameTable();
        using var reader = XmlReader.Create(text, Settings(names), Context(start, names));
        var walker = new ShowplanWalker(reader, names, _statements.Count, Keep);
        try
        {
            if (!walker.Walk())
                NoteTooLarge(start, (IXmlLineInfo)reader);
        }
        catch (XmlException problem)
        {
            var (line, column) = Place(start, problem.LineNumber, problem.LinePosition);
            _diagnostics.Add(PlanProblems.Xml(text.IsExhausted, line, column));
        }

        walker.CloseAll();
        _hasInvalidBytes |= text.HasInvalidBytes;
        if (walker.AbsurdNumbers > 0)
            _diagnostics.Add(PlanProblems.AbsurdNumbers(walker.AbsurdNumbers));
    }

    private static XmlReaderSettings Settings(XmlNameTable names) => new()
    {
        NameTable = names,
        ConformanceLevel = ConformanceLevel.Fragment,
        DtdProcessing = DtdProcessing.Prohibit,
        XmlResolver = null,
        CheckCharacters = false,
        IgnoreComments = true,
        IgnoreProcessingInstructions = true,
        IgnoreWhitespace = true,
    };

    /// <summary>A prefix that was declared outside of what was cut out still counts as declared.</summary>
    private XmlParserContext? Context(int start, XmlNameTable names)
    {
        var prefix = ShowplanRoots.Prefix(bytes.Span, start, encoding);
        if (prefix.Length == 0)
            return null;
        var namespaces = new XmlNamespaceManager(names);
        namespaces.AddNamespace(prefix, "http://schemas.microsoft.com/sqlserver/2004/07/showplan");
        return new(names, namespaces, null, XmlSpace.None);
    }

    private void NoteTooLarge(int start, IXmlLineInfo place)
    {
        var (line, column) = Place(start, place.LineNumber, place.LinePosition);
        _diagnostics.Add(PlanProblems.At(JsonEnd.TooLarge, line, column));
    }

    /// <summary>Statements end in another order than they begin.</summary>
    private void Keep(ServerStatement statement)
    {
        while (_statements.Count <= statement.Ordinal)
            _statements.Add(null);
        _statements[statement.Ordinal] = StatementJudge.Judge(statement, options);
    }

    /// <summary>A place in a part of the file as a place in the file.</summary>
    private (int Line, int Column) Place(int start, int line, int column)
    {
        var before = encoding.GetString(bytes.Span[..start]);
        var lastBreak = before.LastIndexOf('\n');
        var lines = before.AsSpan().Count('\n');
        return (lines + Math.Max(1, line), line <= 1 ? before.Length - lastBreak - 1 + Math.Max(1, column) : column);
    }
}
