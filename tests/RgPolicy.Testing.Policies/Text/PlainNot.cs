namespace RgPolicy.Testing.Policies.Text;

/// <summary>Negation.</summary>
internal sealed class PlainNot(PlainCondition operand) : PlainCondition
{
    public PlainCondition Operand => operand;

    protected override void WriteWords(StringBuilder line)
    {
        line.Append("not ");
        if (operand is PlainAll)
            line.Append('(');

        operand.Write(line);
        if (operand is PlainAll)
            line.Append(')');
    }
}
