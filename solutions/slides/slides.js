// The keys of a deck. Where we are stands in the address: #5 is slide 5, #5.2 the same after two steps.
'use strict';
(function () {
    const root = document.documentElement, slides = [...document.querySelectorAll('.slide')];
    let now = 0, step = 0, beside = null;

    const steps = slide => [...slide.querySelectorAll('.step')];
    const notes = () => slides[now].nextElementSibling;
    const go = (to, at) => { location.hash = at ? `${to + 1}.${at}` : to + 1; };

    function show() {
        const [to, at] = location.hash.slice(1).split('.').map(Number);
        now = Math.min(Math.max((to || 1) - 1, 0), slides.length - 1);
        step = Math.min(at || 0, steps(slides[now]).length);
        slides.forEach((slide, i) => slide.classList.toggle('now', i === now));
        steps(slides[now]).forEach((part, i) => part.classList.toggle('later', i >= step));
        tell();
    }
    function on() {
        if (step < steps(slides[now]).length) go(now, step + 1);
        else if (now + 1 < slides.length) go(now + 1, 0);
    }
    function back() {
        if (step > 0) go(now, step - 1);
        else if (now > 0) go(now - 1, steps(slides[now - 1]).length);
    }
    function fit() { // with the notes below, a slide leaves a third of the height to them
        const height = root.classList.contains('noted') ? 1080 : 720;
        const scale = Math.min(innerWidth / 1280, innerHeight / height);
        root.style.setProperty('--scale', scale);
        root.style.setProperty('--top', `${(innerHeight - height * scale) / 2}px`);
    }
    function tell() { // the window for the lecturer's own screen
        if (!beside || beside.closed) return;
        const page = beside.document, has = notes() && notes().className === 'notes';
        page.body.innerHTML = `<h1>${now + 1} / ${slides.length}</h1>` + (has ? notes().innerHTML : '');
        page.title = document.title;
        page.body.style.font = '24px/1.4 sans-serif';
        page.onkeydown = press;
    }
    function press(event) {
        if (event.ctrlKey || event.altKey || event.metaKey) return;
        const does = { ArrowRight: on, ArrowDown: on, PageDown: on, ' ': on, Enter: on, ArrowLeft: back, ArrowUp: back,
                       PageUp: back, Backspace: back, Home: () => go(0, 0), End: () => go(slides.length - 1, 0),
                       n: () => { root.classList.toggle('noted'); fit(); },
                       w: () => { beside = open('', 'notes', 'width=900,height=600'); tell(); } }[event.key];
        if (does) { event.preventDefault(); does(); }
    }
    root.classList.add('js');
    addEventListener('keydown', press);
    addEventListener('hashchange', show);
    addEventListener('resize', fit);
    addEventListener('click', event => {
        if (!event.target.closest('a[href], .notes') && !String(getSelection()))
            (event.clientX < innerWidth / 3 ? back : on)();
    });
    fit();
    show();
})();
