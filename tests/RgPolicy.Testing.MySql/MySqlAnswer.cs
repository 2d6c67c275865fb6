namespace RgPolicy.Testing.MySql;

/// <summary>What a server says to one statement: rows, an error, or that it is done.</summary>
internal sealed record MySqlAnswer
{
    /// <summary>It is done, and there are no rows.</summary>
    public static MySqlAnswer Done { get; } = new();

    /// <summary>Values by rows: null, <see cref="string"/>, <see cref="long"/>, <see cref="ulong"/> or
    /// <see cref="DateTime"/>; null where there is no result set.</summary>
    public ImmutableArray<object?[]>? Rows { get; private init; }

    /// <summary>How many columns there are, also where there is no row.</summary>
    public int Columns { get; private init; }

    /// <summary>The error's number; 0 for none.</summary>
    public int Error { get; private init; }

    /// <summary>The error's words.</summary>
    public string Message { get; private init; } = "";

    /// <summary>The answer to the next statement of the same message; null for the last one.</summary>
    public MySqlAnswer? Next { get; init; }

    /// <summary>Rows.</summary>
    /// <param name="columns">How many columns each has.</param>
    /// <param name="rows">The rows.</param>
    public static MySqlAnswer Of(int columns, params object?[][] rows) => new() { Columns = columns, Rows = [.. rows] };

    /// <summary>One value.</summary>
    public static MySqlAnswer Value(object? value) => Of(1, [value]);

    /// <summary>An error.</summary>
    public static MySqlAnswer Refused(int error, string message) => new() { Error = error, Message = message };
}
