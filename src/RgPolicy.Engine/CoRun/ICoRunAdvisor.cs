namespace RgPolicy.Engine.CoRun;

/// <summary>
/// What a provider that can hold queries back asks, such as a pooler, or a server with admission
/// control. Advice is there only under <c>cache strategy locality</c>; where there is no gate, <see cref="Review"/>
/// says what one would have done.
/// </summary>
public interface ICoRunAdvisor
{
    /// <summary>Which of the queries that wait at the gate may begin now, beside those that run.</summary>
    /// <param name="waiting">All that wait, each with how long.</param>
    /// <returns>The advice; null when the policy asks for none, so that all may begin.</returns>
    CoRunAdvice? Admit(IReadOnlyList<CoRunQuery> waiting);

    /// <summary>Which of the running queries a gate would have let in together.</summary>
    /// <returns>The advice, in which queries that run and should not are held; null when the policy asks for
    /// none.</returns>
    CoRunAdvice? Review();
}
