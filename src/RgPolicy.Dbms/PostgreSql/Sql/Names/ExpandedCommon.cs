namespace RgPolicy.Dbms.PostgreSql.Sql.Names;

/// <summary>A WITH query, which is written in the place of its name where that is its only one, or where the text says
/// so.</summary>
/// <param name="isKept">The text says that it is computed once.</param>
/// <param name="isInlined">The text says that it is written in each place.</param>
/// <param name="size">All names and values in it.</param>
internal sealed class ExpandedCommon(bool isKept, bool isInlined, double size)
{
    private bool _isKept = isKept;
    private bool _isInlined = isInlined;
    private bool _isTaken;

    /// <summary>Its columns.</summary>
    public ExpandedColumns Columns { get; } = new();

    /// <summary>All names and values in it.</summary>
    public double Size { get; private set; } = size;

    /// <summary>Another of the same name, of which either may be meant.</summary>
    public void Add(ExpandedCommon other)
    {
        Columns.Add(other.Columns, areRenamed: false);
        (_isKept, _isInlined, Size) = (
            _isKept && other._isKept,
            _isInlined || other._isInlined,
            Math.Max(Size, other.Size)
        );
    }

    /// <summary>It is named: whether it is written there.</summary>
    public bool IsWritten()
    {
        var isWritten = !_isKept && (_isInlined || !_isTaken);
        _isTaken = true;
        return isWritten;
    }
}
