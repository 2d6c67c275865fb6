namespace RgPolicy.Dbms.PostgreSql.Sql.Names;

/// <summary>What stands between two parentheses, or between CASE and END, as far as its size was added up.</summary>
internal sealed class ExpandedLevel(int from)
{
    private static readonly HashSet<string> None = [];

    /// <summary>The first name or value of it, of the query that is being read, of the operand before BETWEEN or IN, and of
    /// the item of the select list.</summary>
    public int From { get; } = from;

    public int BranchFrom { get; set; } = from;
    public int Operand { get; set; } = from;
    public int ItemFrom { get; set; } = from;
    public int ItemToken { get; set; }
    public int Opened { get; init; }
    public ExpandedRole Role { get; init; }
    public bool IsCase { get; init; }
    public bool IsLateral { get; init; }
    public bool IsQuery { get; set; }

    /// <summary>Its queries are combined by UNION and its kin, so that columns go by their places.</summary>
    public bool IsSet { get; set; }

    public ExpandedPlace Place { get; set; }
    public bool IsValues { get; set; }
    public int Commas { get; set; }

    /// <summary>The operand of an IN whose list comes, or null.</summary>
    public (int From, int To)? In { get; set; }

    public string Common { get; set; } = "";
    public bool CommonHasList { get; set; }

    /// <summary>The columns that FROM gives, with the size of each; of those that have no certain name the largest.</summary>
    public ExpandedColumns Given { get; } = new();

    public ExpandedColumns Result { get; } = new();

    public List<(string? Name, int From, int To, bool IsStar)> Items { get; } = [];

    /// <summary>Names in queries of FROM inside it that may mean something of this level.</summary>
    public HashSet<string> Inner { get; set; } = None;

    public HashSet<string> Outer { get; set; } = None;

    /// <summary>Names of both; the smaller goes into the larger, which is not used again.</summary>
    public static HashSet<string> Union(HashSet<string> one, HashSet<string> other)
    {
        if (one.Count < other.Count)
            (one, other) = (other, one);
        if (other.Count > 0)
            one.UnionWith(other);
        return one;
    }
}

/// <summary>Columns by name, each with the size of the expression that is written in its place.</summary>
internal sealed class ExpandedColumns
{
    private readonly Dictionary<string, double> _sizes = new(StringComparer.Ordinal);

    public double Others { get; private set; } = 1;
    public double Row { get; private set; } = 1;

    public double Largest => Math.Max(Others, _sizes.Count == 0 ? 1 : _sizes.Values.Max());

    public bool AreNames => Others <= 1 && _sizes.Count == 0;

    public double Of(string name) => Math.Max(Others, _sizes.GetValueOrDefault(name, 1));

    /// <summary>Takes in a column; one that is no larger than a name needs no place.</summary>
    public void Add(string? name, double size)
    {
        Row += size;
        if (name is null)
            Others = Math.Max(Others, size);
        else if (size > 1)
            _sizes[name] = Math.Max(_sizes.GetValueOrDefault(name, 1), size);
    }

    public void AddRow(string name, double size) => _sizes[name] = Math.Max(_sizes.GetValueOrDefault(name, 1), size);

    public void Add(ExpandedColumns columns, bool areRenamed)
    {
        Others = Math.Max(Others, areRenamed ? columns.Largest : columns.Others);
        Row += columns.Row;
        foreach (var (name, size) in columns._sizes)
            if (!areRenamed)
                AddRow(name, size);
    }

    public void Clear()
    {
        _sizes.Clear();
        (Others, Row) = (1, 1);
    }
}

internal enum ExpandedRole
{
    Expression,
    Item,
    Common,
}

internal enum ExpandedPlace
{
    Start,
    CommonName,
    CommonHead,
    List,
    From,
    On,
    Behind,
}

/// <summary>A WITH query, which is written in the place of its name where that is its only one, or where the text says
/// so.</summary>
internal sealed class ExpandedCommon(bool isKept, bool isInlined, double size)
{
    private bool _isKept = isKept;
    private bool _isInlined = isInlined;
    private bool _isTaken;

    public ExpandedColumns Columns { get; } = new();
    public double Size { get; private set; } = size;

    public void Add(ExpandedCommon other)
    {
        Columns.Add(other.Columns, areRenamed: false);
        (_isKept, _isInlined, Size) = (
            _isKept && other._isKept,
            _isInlined || other._isInlined,
            Math.Max(Size, other.Size)
        );
    }

    public bool IsWritten()
    {
        var isWritten = !_isKept && (_isInlined || !_isTaken);
        _isTaken = true;
        return isWritten;
    }
}
