using System.Text.Unicode;
using System.Xml;
using RgPolicy.Plans.Documents;

namespace RgPolicy.Plans.SqlServer;

/// <summary>A file that holds Showplan documents somewhere: reads each in turn, judges each statement
/// as soon as it ends.</summary>
internal sealed class ShowplanReader(
    ArraySegment<byte> bytes,
    Encoding encoding,
    string encodingName,
    PlanReaderOptions options
)
{
    private readonly List<PlanStatement?> _statements = [];
    private readonly ImmutableArray<PlanDiagnostic>.Builder _diagnostics =
        ImmutableArray.CreateBuilder<PlanDiagnostic>();
    private bool _hasInvalidBytes;
    private (int Start, int Lines, int Column) _placed;

    /// <summary>Reads every document from the first root on.</summary>
    public PlanDocument Read(int firstRoot)
    {
        NoteDocumentType(firstRoot);
        var room = ShowplanRoom.Take(bytes.Count);
        for (var start = firstRoot; start >= 0; )
        {
            var roots = ReadFrom(start, room);
            start = roots < 0 ? -1 : ShowplanRoots.Skip(bytes.AsSpan(), start, Math.Max(1, roots), encoding);
        }

        room.GiveBack();
        if (_hasInvalidBytes)
            _diagnostics.Add(PlanProblems.InvalidBytes(encodingName));
        if (_statements.Count == 0 && _diagnostics.Count == 0)
            _diagnostics.Add(PlanProblems.NoStatement());
        return new(
            PlanFormat.ShowplanXml,
            encodingName,
            [.. _statements.OfType<PlanStatement>()],
            _diagnostics.ToImmutable()
        );
    }

    /// <summary>A document type is never read: it has no place in a plan, and entities are how
    /// documents attack.</summary>
    private void NoteDocumentType(int firstRoot)
    {
        var at = bytes.AsSpan(0, firstRoot).IndexOf(encoding.GetBytes("<!DOCTYPE"));
        if (at < 0)
            return;
        var (line, column) = Place(at, 1, 1);
        _diagnostics.Add(PlanProblems.DocumentType(line, column));
    }

    /// <summary>Reads as far as the text is one run of documents.</summary>
    /// <returns>The documents met, or -1 when nothing is left.</returns>
    private int ReadFrom(int start, ShowplanRoom room)
    {
        var isDirect = encoding.Equals(Encoding.UTF8) && !_hasInvalidBytes;
        using var stream = new ByteStream(bytes[start..]);
        using var text = isDirect ? null : new EncodedReader(stream, encoding);
        var names = room.Names;
        using var reader = text is null
            ? XmlReader.Create(stream, Settings(names), Context(start, names))
            : XmlReader.Create(text, Settings(names), Context(start, names));
        var first = _statements.Count;
        var walker = new ShowplanWalker(reader, room, first, Keep);
        try
        {
            if (walker.Walk())
                return Finish(walker, isAtEnd: true);
            NoteTooLarge(start, (IXmlLineInfo)reader);
        }
        catch (XmlException) when (isDirect && !Utf8.IsValid(bytes.AsSpan(start)))
        {
            // Once more through a decoder that replaces what is not valid.
            _hasInvalidBytes = true;
            _statements.RemoveRange(first, _statements.Count - first);
            return ReadFrom(start, room);
        }
        catch (XmlException problem)
        {
            if (walker.IsInside)
                NoteProblem(start, problem, text?.IsExhausted ?? stream.IsExhausted);
        }

        return Finish(walker, isAtEnd: false);
    }

    private int Finish(ShowplanWalker walker, bool isAtEnd)
    {
        walker.CloseAll();
        if (walker.AbsurdNumbers > 0)
            _diagnostics.Add(PlanProblems.AbsurdNumbers(walker.AbsurdNumbers));
        if (walker.Nameless > 0)
            _diagnostics.Add(PlanProblems.IncompleteOperator());
        return isAtEnd ? -1 : walker.Roots;
    }

    private static XmlReaderSettings Settings(XmlNameTable names) =>
        new()
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
        var prefix = ShowplanRoots.Prefix(bytes.AsSpan(), start, encoding);
        if (prefix.Length == 0)
            return null;
        var namespaces = new XmlNamespaceManager(names);
        namespaces.AddNamespace(prefix, "http://schemas.microsoft.com/sqlserver/2004/07/showplan");
        return new(names, namespaces, null, XmlSpace.None);
    }

    private void NoteProblem(int start, XmlException problem, bool isTruncated)
    {
        var (line, column) = Place(start, problem.LineNumber, problem.LinePosition);
        _diagnostics.Add(PlanProblems.Xml(isTruncated, line, column));
    }

    private void NoteTooLarge(int start, IXmlLineInfo place)
    {
        var (line, column) = Place(start, place.LineNumber, place.LinePosition);
        _diagnostics.Add(PlanProblems.At(JsonEnd.TooLarge, line, column));
    }

    /// <summary>Statements end in another order than they begin.</summary>
    private void Keep(SqlServerStatement statement)
    {
        while (_statements.Count <= statement.Ordinal)
            _statements.Add(null);
        _statements[statement.Ordinal] = StatementJudge.Judge(statement, options);
    }

    /// <summary>A place in a part of the file as a place in the file; the parts are asked for in order.</summary>
    private (int Line, int Column) Place(int start, int line, int column)
    {
        var since = encoding.GetString(bytes.AsSpan(_placed.Start, start - _placed.Start));
        var lastBreak = since.LastIndexOf('\n');
        var before = lastBreak < 0 ? _placed.Column + since.Length : since.Length - lastBreak - 1;
        _placed = (start, _placed.Lines + since.AsSpan().Count('\n'), before);
        return (_placed.Lines + Math.Max(1, line), line <= 1 ? before + Math.Max(1, column) : column);
    }
}

/// <summary>What outlasts a document, so that the next one need not make it again: names, operators and
/// a buffer.</summary>
internal sealed class ShowplanRoom
{
    private const int LongestValue = 300;
    private const int MostOperators = 2048;

    /// <summary>Names are forgotten after so many bytes of documents: it is not known what is in them.</summary>
    private const long MostBytes = 16 * 1024 * 1024;

    private long _bytes;

    public NameTable Names { get; private set; } = new();

    /// <summary>Operators of statements that have been judged, for the statements that come after.</summary>
    public Stack<ServerOperator> Operators { get; } = new();

    /// <summary>Room for the part of a value that is looked at.</summary>
    public char[] Buffer { get; } = new char[LongestValue];

    /// <summary>Room for a document of so many bytes; to be given back.</summary>
    public static ShowplanRoom Take(int documentBytes)
    {
        var room = Spare<ShowplanRoom>.Take();
        room._bytes += documentBytes;
        if (room._bytes > MostBytes)
            (room._bytes, room.Names) = (documentBytes, new());
        return room;
    }

    /// <summary>The statement that they are of must not be used any more.</summary>
    public void TakeBack(List<ServerOperator> operators)
    {
        foreach (var node in operators.Take(MostOperators - Operators.Count))
            Operators.Push(node);
        operators.Clear();
    }

    public void GiveBack() => Spare<ShowplanRoom>.Give(this);
}
