namespace RgPolicy.Testing.Policies.Text;

/// <summary>One question about one signal.</summary>
internal sealed class PlainAtom(
    PlainSignal signal,
    AtomKind kind,
    IReadOnlyList<PlainConstant> constants,
    PlainWindow? window = null
) : PlainCondition
{
    public PlainSignal Signal => signal;

    public AtomKind Kind => kind;

    public IReadOnlyList<PlainConstant> Constants => constants;

    public PlainWindow? Window => window;

    protected override void WriteWords(StringBuilder line)
    {
        var texts = constants.Select(constant => constant.Write(signal)).ToList();
        var list = string.Join(", ", texts);
        line.Append(
            kind switch
            {
                AtomKind.Equal => $"{signal.Name} = {list}",
                AtomKind.NotEqual => $"{signal.Name} != {list}",
                AtomKind.Less => $"{signal.Name} < {list}",
                AtomKind.LessOrEqual => $"{signal.Name} <= {list}",
                AtomKind.Greater => $"{signal.Name} > {list}",
                AtomKind.GreaterOrEqual => $"{signal.Name} >= {list}",
                AtomKind.In => $"{signal.Name} in ({list})",
                AtomKind.Between => $"{signal.Name} between {texts[0]} and {texts[1]}",
                AtomKind.Like => $"{signal.Name} like {list}",
                AtomKind.Known => $"{signal.Name} is known",
                AtomKind.Contains => $"{signal.Name} contains any ({list})",
                AtomKind.During => $"during {window?.Name}",
                _ => signal.Name,
            }
        );
    }
}
