using System.Xml;

namespace RgPolicy.Plans.SqlServer;

/// <summary>
/// Goes through one ShowPlanXML document from tag to tag and hands over each statement when it ends.
/// Names count, namespaces do not; only attributes that are used are looked at.
/// </summary>
internal sealed class ShowplanWalker
{
    /// <summary>Two levels or more per operator: some 10,000 nested operators are read.</summary>
    internal const int MaximumDepth = 25_000;

    private const int MaximumOperators = 200_000;

    private readonly XmlReader _reader;
    private readonly AttributeReader _attributes;
    private readonly StatementParts _statementParts;
    private readonly OperatorParts _operatorParts;
    private readonly Stack<SqlServerStatement> _open = new();
    private readonly Action<SqlServerStatement> _judge;
    private readonly OperatorPool _operatorPool;
    private readonly string _operatorName;
    private SqlServerStatement? _statement;
    private int _nextOrdinal;
    private int _operators;

    /// <param name="reader">Stands before the root.</param>
    /// <param name="room">What outlasts a document.</param>
    /// <param name="firstOrdinal">Ordinal of the first statement.</param>
    /// <param name="onEnd">Is given each statement at its end; children come before their parents.</param>
    public ShowplanWalker(XmlReader reader, ShowplanRoom room, int firstOrdinal, Action<SqlServerStatement> onEnd)
    {
        _reader = reader;
        _attributes = new(reader, room);
        _statementParts = new(reader, _attributes);
        _operatorParts = new(reader, _attributes);
        _judge = onEnd;
        _nextOrdinal = firstOrdinal;
        _operatorName = room.Names.Add("RelOp");
        _operatorPool = room.Operators;
    }

    public int AbsurdNumbers => _attributes.AbsurdNumbers;

    /// <summary>Operators that do not say what they are.</summary>
    public int Nameless { get; private set; }

    /// <summary>Root elements met.</summary>
    public int Roots { get; private set; }

    /// <summary>True between the tags of a root element.</summary>
    public bool IsInside { get; private set; }

    /// <summary>To the end of the text, which may be several documents.</summary>
    /// <returns>False when a document is deeper or larger than any plan.</returns>
    public bool Walk()
    {
        while (_reader.Read())
        {
            var type = _reader.NodeType;
            if (type == XmlNodeType.Element)
            {
                var depth = _reader.Depth;
                if (depth == 0)
                    OpenRoot();
                OnElement(_reader.LocalName, depth);
                if (depth > MaximumDepth || _operators > MaximumOperators)
                    return false;
            }
            else if (type == XmlNodeType.EndElement)
            {
                var depth = _reader.Depth;
                OnEndElement(depth);
                IsInside = depth > 0;
            }
        }

        return true;
    }

    /// <summary>Hands over as cut what is still open when a document ends in the middle.</summary>
    public void CloseAll()
    {
        while (_statement is { } statement)
        {
            Pop();
            statement.IsCut = true;
            End(statement);
        }
    }

    private void OpenRoot()
    {
        IsInside = !_reader.IsEmptyElement;
        if (_reader.LocalName == "ShowPlanXML")
            Roots++;
    }

    private void OnElement(string name, int depth)
    {
        if (ReferenceEquals(name, _operatorName))
            OpenOperator(depth);
        else if (name is ['S', 't', 'm', 't', ..])
            OpenStatement(depth);
        else if (_statement is not { } statement)
            return;
        else if (statement.Open is not { } node)
            _statementParts.Read(name, statement);
        else if (depth - node.XmlDepth <= 2)
            _operatorParts.Read(name, depth - node.XmlDepth, node);
    }

    private void OnEndElement(int depth)
    {
        if (_statement is not { } statement)
            return;
        if (statement.Open is { } node && node.XmlDepth == depth)
        {
            statement.Open = node.Parent;
        }
        else if (statement.XmlDepth == depth)
        {
            Pop();
            End(statement);
        }
    }

    private void OpenStatement(int depth)
    {
        var isEmpty = _reader.IsEmptyElement;
        var statement = new SqlServerStatement(_nextOrdinal++, depth);
        _statementParts.ReadOwn(statement);
        if (isEmpty)
        {
            End(statement);
            return;
        }

        _open.Push(statement);
        _statement = statement;
    }

    private void End(SqlServerStatement statement)
    {
        _judge(statement);
        _operatorPool.Give(statement);
    }

    private void Pop()
    {
        _open.Pop();
        _statement = _open.TryPeek(out var outer) ? outer : null;
    }

    private void OpenOperator(int depth)
    {
        if (_statement is not { } statement)
            return;
        _operators++;
        var isEmpty = _reader.IsEmptyElement;
        var node = _operatorPool.Take(statement, depth);
        _operatorParts.ReadOwn(node);
        statement.Operators.Add(node);
        if (node.Physical == ServerOperator.Nameless)
            (Nameless, statement.IsCut) = (Nameless + 1, true);
        if (!isEmpty)
            statement.Open = node;
    }
}
