using RgPolicy.Testing.SqlServer.Tds;

namespace RgPolicy.Testing.SqlServer.Sql;

/// <summary>What a query can ask of its session; a NULL is null.</summary>
internal interface ISqlSession
{
    /// <summary>A function's value.</summary>
    /// <param name="name">In capitals.</param>
    /// <param name="arguments">Its arguments.</param>
    /// <exception cref="SqlFailure">There is no such function.</exception>
    object? Call(string name, IReadOnlyList<object?> arguments);

    /// <summary>Whether case counts where no collation is written.</summary>
    StringComparison Collation => StringComparison.OrdinalIgnoreCase;

    /// <summary>A table's or view's rows.</summary>
    /// <exception cref="SqlFailure">There is none, or it may not be read.</exception>
    RowSet View(string name);

    /// <summary>The rows of a function that has some.</summary>
    /// <exception cref="SqlFailure">There is no such function.</exception>
    RowSet Table(string name, IReadOnlyList<object?> arguments);
}
