namespace RgPolicy.Engine.Objectives;

/// <summary>A change that is still to be judged.</summary>
/// <param name="Knob">Which.</param>
/// <param name="Step">+1 or -1.</param>
/// <param name="LateBefore">The part that was late before it.</param>
/// <param name="At">When it was made.</param>
internal readonly record struct ControlTrial(int Knob, int Step, double LateBefore, DateTimeOffset At);
