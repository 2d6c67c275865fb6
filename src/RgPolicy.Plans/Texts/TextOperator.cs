namespace RgPolicy.Plans.Texts;

/// <summary>An operator of a plan that was printed as text, while its properties and inputs are read.</summary>
/// <param name="column">Where its arrow stands; what belongs to it stands further right.</param>
/// <param name="type">What it is, in the words of the JSON form.</param>
/// <param name="rows">Rows that it is expected to deliver.</param>
internal sealed class TextOperator(int column, string type, double? rows)
{
    public int Column => column;

    public string Type => type;

    public double? Rows => rows;

    /// <summary>True where an input or a sub-plan has to follow.</summary>
    public bool NeedsAny { get; init; }

    /// <summary>Inputs and sub-plans.</summary>
    public int AllInputs { get; set; }

    /// <summary>Inputs without sub-plans.</summary>
    public int Inputs { get; set; }

    /// <summary>Rows that its inputs are expected to deliver.</summary>
    public double InputRows { get; set; }

    /// <summary>True where the server has taken inputs away before it ran.</summary>
    public bool IsPruned { get; set; }

    /// <summary>True where the pages that it touched are printed.</summary>
    public bool HasBuffers { get; set; }

    /// <summary>Where the line of a worker stands; what it measured may follow further right.</summary>
    public int? WorkerColumn { get; set; }
}
