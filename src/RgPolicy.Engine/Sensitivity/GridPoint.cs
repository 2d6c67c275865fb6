namespace RgPolicy.Engine.Sensitivity;

/// <summary>What was measured under two settings together.</summary>
/// <param name="Column">The place of the first lever's setting, from 0.</param>
/// <param name="Row">The place of the second lever's setting, from 0.</param>
/// <param name="Runs">How often.</param>
/// <param name="Median">Statements per second.</param>
/// <param name="Low">The lower end of the median's 95 % interval.</param>
/// <param name="High">The upper end.</param>
public sealed record GridPoint(int Column, int Row, int Runs, double Median, double Low, double High);
