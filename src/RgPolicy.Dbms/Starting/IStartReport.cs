namespace RgPolicy.Dbms.Starting;

/// <summary>Takes how a start goes on.</summary>
public interface IStartReport
{
    /// <summary>A step is done.</summary>
    void Done(StartStep step, TimeSpan elapsed);

    /// <summary>A step takes longer than usual, and the user should know.</summary>
    void Waits(StartStep step, TimeSpan elapsed);

    /// <summary>A step has ended without success: its limit is over, or it was refused.</summary>
    void Failed(StartStep step, TimeSpan elapsed);
}
