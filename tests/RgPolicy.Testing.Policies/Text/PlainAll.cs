namespace RgPolicy.Testing.Policies.Text;

/// <summary>Operands joined by and, or by or.</summary>
internal sealed class PlainAll(bool isAnd, IReadOnlyList<PlainCondition> operands) : PlainCondition
{
    public bool IsAnd => isAnd;

    public IReadOnlyList<PlainCondition> Operands => operands;

    protected override void WriteWords(StringBuilder line)
    {
        for (var index = 0; index < operands.Count; index++)
        {
            line.Append(
                index == 0 ? ""
                : isAnd ? " and "
                : " or "
            );
            var isGrouped = operands[index] is PlainAll;
            line.Append(isGrouped ? "(" : "");
            operands[index].Write(line);
            line.Append(isGrouped ? ")" : "");
        }
    }
}
