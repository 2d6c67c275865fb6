namespace RgPolicy.Testing.Policies.Text;

/// <summary>A condition as the proof knows it: written by itself, and evaluated by itself.</summary>
internal abstract class PlainCondition
{
    /// <summary>Where it begins in its line, from 1; set when it is written.</summary>
    public int Column { get; private set; }

    /// <summary>Writes it; the text knows its own column.</summary>
    public void Write(StringBuilder line)
    {
        Column = line.Length + 1;
        WriteWords(line);
    }

    protected abstract void WriteWords(StringBuilder line);
}
