using System.Xml;

namespace RgPolicy.Plans.SqlServer;

/// <summary>
/// Goes through ShowPlanXML documents from tag to tag and hands over each statement when it ends; children come before
/// their parents. Names count, namespaces do not; only attributes that are used are looked at.
/// </summary>
/// <param name="reader">Stands before the root.</param>
/// <param name="room">What outlasts a document.</param>
/// <param name="firstOrdinal">Ordinal of the first statement.</param>
/// <param name="onEnd">Is given each statement at its end.</param>
internal sealed class ShowplanWalker(
    XmlReader reader,
    ShowplanRoom room,
    int firstOrdinal,
    Action<SqlServerStatement> onEnd
)
{
    /// <summary>Two levels or more per operator: some 10,000 nested operators are read.</summary>
    private const int MaximumDepth = 25_000;

    private const int MaximumOperators = 200_000;

    private readonly AttributeReader _attributes = new(reader, room);
    private readonly Stack<SqlServerStatement> _open = new();
    private int _nextOrdinal = firstOrdinal;
    private int _operators;

    public int AbsurdNumbers => _attributes.AbsurdNumbers;

    /// <summary>Operators that do not say what they are.</summary>
    public int Nameless { get; private set; }

    /// <summary>Root elements met, also within a document that has no end.</summary>
    public int Roots { get; private set; }

    /// <summary>True between the tags of a root element.</summary>
    public bool IsInside { get; private set; }

    private SqlServerStatement? Statement => _open.TryPeek(out var innermost) ? innermost : null;

    /// <summary>To the end of the text, which may be several documents.</summary>
    /// <returns>False when a document is deeper or larger than any plan.</returns>
    public bool Walk()
    {
        while (reader.Read())
        {
            var (type, depth) = (reader.NodeType, reader.Depth);
            if (type == XmlNodeType.Element)
            {
                IsInside |= depth == 0 && !reader.IsEmptyElement;
                Roots += reader.LocalName == "ShowPlanXML" ? 1 : 0;
                OnElement(reader.LocalName, depth);
                if (depth > MaximumDepth || _operators > MaximumOperators)
                    return false;
            }
            else if (type == XmlNodeType.EndElement)
            {
                OnEndElement(depth);
                IsInside = depth > 0;
            }
        }

        return true;
    }

    /// <summary>Hands over as cut what is still open when a document ends in the middle.</summary>
    public void CloseAll()
    {
        while (_open.TryPop(out var statement))
        {
            statement.IsCut = true;
            End(statement);
        }
    }

    private void OnElement(string name, int depth)
    {
        if (name is ['S', 't', 'm', 't', ..])
            OpenStatement(depth);
        else if (Statement is not { } statement)
            return;
        else if (name is "RelOp")
            OpenOperator(statement, depth);
        else if (statement.Open is not { } node)
            ShowplanParts.Read(name, statement, _attributes);
        else if (depth - node.XmlDepth <= 2)
            ShowplanParts.Read(name, depth - node.XmlDepth, node, _attributes);
    }

    private void OnEndElement(int depth)
    {
        if (Statement is not { } statement)
            return;
        if (statement.Open is { } node && node.XmlDepth == depth)
            statement.Open = node.Parent;
        else if (statement.XmlDepth == depth)
            End(_open.Pop());
    }

    private void OpenStatement(int depth)
    {
        var isEmpty = reader.IsEmptyElement;
        var statement = new SqlServerStatement(_nextOrdinal++, depth);
        ShowplanParts.ReadOwn(statement, _attributes);
        if (isEmpty)
            End(statement);
        else
            _open.Push(statement);
    }

    private void OpenOperator(SqlServerStatement statement, int depth)
    {
        _operators++;
        var isEmpty = reader.IsEmptyElement;
        var node = room.Operators.TryPop(out var spare) ? spare : new();
        node.Become(statement.Operators.Count, statement.Open, depth);
        ShowplanParts.ReadOwn(node, _attributes);
        statement.Operators.Add(node);
        if (node.Physical == ServerOperator.Nameless)
            (Nameless, statement.IsCut) = (Nameless + 1, true);
        if (!isEmpty)
            statement.Open = node;
    }

    private void End(SqlServerStatement statement)
    {
        onEnd(statement);
        room.TakeBack(statement.Operators);
    }
}
